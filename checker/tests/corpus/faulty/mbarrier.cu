// Barrier objects in shared memory: used in the wrong order, with the wrong counts, states and phases; and
// what is read or written without waiting for them.
#include "corpus.hpp"

#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

namespace mbarriers {
namespace {

__device__ unsigned address_of(const void* object) {
    return static_cast<unsigned>(__cvta_generic_to_shared(object));
}

// For sm_80, where the primitives do not have it.
__device__ bool has_passed(__mbarrier_t* barrier, bool parity) {
    int passed;
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }" : "=r"(passed) : "r"(address_of(barrier)), "r"(static_cast<int>(parity)) : "memory"); // fault: mbarrier_not_initialised, fault: mbarrier_bytes_missing
    return passed != 0;
}

__global__ void never_initialised(int* out) {
    __shared__ __mbarrier_t barrier;
    out[thread()] = has_passed(&barrier, true);
}
CASE(mbarrier_not_initialised) {
    const Array<int> out(32);
    never_initialised<<<1, 32>>>(out);
}

__global__ void used_behind_its_end(int* out) {
    __shared__ __mbarrier_t barrier;
    __mbarrier_init(&barrier, 1);
    __mbarrier_inval(&barrier);
    __mbarrier_arrive(&barrier); // fault: mbarrier_used_behind_its_end
    out[thread()] = 1;
}
CASE(mbarrier_used_behind_its_end) {
    const Array<int> out(1);
    used_behind_its_end<<<1, 1>>>(out);
}

__global__ void in_a_loop(int* out) {
    __shared__ __mbarrier_t barrier;
    for (int i = 0; i < 2; ++i) {
        if (threadIdx.x == 0) __mbarrier_init(&barrier, blockDim.x); // fault: mbarrier_initialised_twice
        __syncthreads();
    }
    __mbarrier_arrive(&barrier);
    out[thread()] = 1;
}
CASE(mbarrier_initialised_twice) {
    const Array<int> out(32);
    in_a_loop<<<1, 32>>>(out);
}

__global__ void of_so_many(int* out, unsigned count) {
    __shared__ __mbarrier_t barrier;
    __mbarrier_init(&barrier, count); // fault: mbarrier_of_no_arrivals, fault: mbarrier_of_a_million_arrivals
    out[thread()] = 1;
}
CASE(mbarrier_of_no_arrivals) {
    const Array<int> out(1);
    of_so_many<<<1, 1>>>(out, 0);
}
CASE(mbarrier_of_a_million_arrivals) {
    const Array<int> out(1);
    of_so_many<<<1, 1>>>(out, 1 << 20);
}

__global__ void between_two_words(int* out) {
    __shared__ __align__(16) int words[4];
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(address_of(&words[1])) : "memory"); // fault: mbarrier_misaligned
    out[thread()] = 1;
}
CASE(mbarrier_misaligned) {
    const Array<int> out(1);
    between_two_words<<<1, 1>>>(out);
}

__global__ void one_arrival_too_many(int* out) {
    __shared__ __mbarrier_t barrier;
    __mbarrier_init(&barrier, 2);
    // Three of two: the third would be the next phase's, but these two count at once.
    __mbarrier_arrive(&barrier);
    asm volatile("{ .reg .b64 s; mbarrier.arrive.noComplete.shared.b64 s, [%0], 2; }" ::"r"(address_of(&barrier)) : "memory"); // fault: mbarrier_too_many_arrivals
    out[thread()] = 1;
}
CASE(mbarrier_too_many_arrivals) {
    const Array<int> out(1);
    one_arrival_too_many<<<1, 1>>>(out);
}

__global__ void one_does_not_come(int* out) {
    __shared__ __mbarrier_t barrier;
    if (threadIdx.x == 0) __mbarrier_init(&barrier, blockDim.x);
    __syncthreads();
    if (threadIdx.x == 63) return;
    const auto token = __mbarrier_arrive(&barrier);
    while (!__mbarrier_test_wait(&barrier, token)) {} // fault: mbarrier_arrival_missing
    out[thread()] = 1;
}
CASE(mbarrier_arrival_missing) {
    const Array<int> out(64);
    one_does_not_come<<<1, 64>>>(out);
}

__global__ void bytes_do_not_come(int* out) {
    __shared__ __mbarrier_t barrier;
    __mbarrier_init(&barrier, 1);
    asm volatile("{ .reg .b64 s; mbarrier.arrive.expect_tx.shared.b64 s, [%0], 128; }" ::"r"(address_of(&barrier)) : "memory");
    asm volatile("mbarrier.complete_tx.shared.b64 [%0], 64;" ::"r"(address_of(&barrier)) : "memory");
    while (!has_passed(&barrier, false)) {}
    out[thread()] = 1;
}
CASE(mbarrier_bytes_missing) {
    const Array<int> out(1);
    bytes_do_not_come<<<1, 1>>>(out);
}

__global__ void old_state(int* out) {
    __shared__ __mbarrier_t barrier;
    __mbarrier_init(&barrier, 1);
    const auto first = __mbarrier_arrive(&barrier);
    const auto second = __mbarrier_arrive(&barrier);
    out[0] = __mbarrier_test_wait(&barrier, second);
    out[1] = __mbarrier_test_wait(&barrier, first); // fault: mbarrier_state_of_an_older_phase
}
CASE(mbarrier_state_of_an_older_phase) {
    const Array<int> out(2);
    old_state<<<1, 1>>>(out);
}

__global__ void states_exchanged(int* out) {
    __shared__ __mbarrier_t barriers[2];
    __mbarrier_init(&barriers[0], 1);
    __mbarrier_init(&barriers[1], 1);
    const auto first = __mbarrier_arrive(&barriers[0]);
    out[0] = __mbarrier_test_wait(&barriers[1], first); // fault: mbarrier_state_of_another
}
CASE(mbarrier_state_of_another) {
    const Array<int> out(1);
    states_exchanged<<<1, 1>>>(out);
}

__global__ void cleared(int* out) {
    __shared__ __mbarrier_t barrier;
    __mbarrier_init(&barrier, 1);
    barrier = 0;
    __mbarrier_arrive(&barrier); // fault: mbarrier_overwritten
    out[thread()] = 1;
}
CASE(mbarrier_overwritten) {
    const Array<int> out(1);
    cleared<<<1, 1>>>(out);
}

__global__ void wrong_parity(int* out) {
    __shared__ __mbarrier_t barrier;
    __shared__ int values[64];
    const int me = threadIdx.x;
    if (me == 0) __mbarrier_init(&barrier, blockDim.x);
    __syncthreads();
    values[me] = me; // other: mbarrier_wrong_parity
    if (me < 32) {
        __mbarrier_arrive(&barrier);
        if (has_passed(&barrier, true)) // the phase before the first has
            out[me] = values[63 - me]; // fault: mbarrier_wrong_parity
    }
    __syncthreads();
    if (me >= 32) __mbarrier_arrive(&barrier);
}
CASE(mbarrier_wrong_parity) {
    const Array<int> out(64);
    wrong_parity<<<1, 64>>>(out);
}

__global__ void no_wait(int* out) {
    __shared__ __mbarrier_t barrier;
    __shared__ int values[64];
    const int me = threadIdx.x;
    if (me == 0) __mbarrier_init(&barrier, blockDim.x);
    __syncthreads();
    values[me] = me; // other: mbarrier_not_waited_for
    const auto token = __mbarrier_arrive(&barrier);
    out[me] = values[63 - me]; // fault: mbarrier_not_waited_for
    while (!__mbarrier_test_wait(&barrier, token)) {}
}
CASE(mbarrier_not_waited_for) {
    const Array<int> out(64);
    no_wait<<<1, 64>>>(out);
}

__global__ void after_arriving(int* out) {
    __shared__ __mbarrier_t barrier;
    __shared__ int values[64];
    const int me = threadIdx.x;
    if (me == 0) __mbarrier_init(&barrier, blockDim.x);
    __syncthreads();
    const auto token = __mbarrier_arrive(&barrier);
    values[me] = me; // other: mbarrier_write_behind_the_arrival
    while (!__mbarrier_test_wait(&barrier, token)) {}
    out[me] = values[63 - me]; // fault: mbarrier_write_behind_the_arrival
}
CASE(mbarrier_write_behind_the_arrival) {
    const Array<int> out(64);
    after_arriving<<<1, 64>>>(out);
}

// One barrier for both directions: the producer may refill while the consumers still read.
__global__ void refills_too_early(const int* in, int* out) {
    __shared__ __mbarrier_t full;
    __shared__ int tile[32];
    const int me = threadIdx.x;
    if (me == 0) __mbarrier_init(&full, 32);
    __syncthreads();
    if (me < 32) {
        tile[me] = in[me];
        __mbarrier_arrive(&full);
        tile[me] = in[32 + me]; // other: mbarrier_refilled_too_early
        return;
    }
    while (!has_passed(&full, false)) {}
    out[me - 32] = tile[63 - me]; // fault: mbarrier_refilled_too_early
}
CASE(mbarrier_refilled_too_early) {
    const Array<int> in(64, 1), out(32);
    refills_too_early<<<1, 64>>>(in, out);
}

__global__ void given_to_a_barrier(const int* in, int* out) {
    __shared__ __mbarrier_t barrier;
    __shared__ int tile[64];
    const int me = threadIdx.x;
    if (me == 0) __mbarrier_init(&barrier, blockDim.x);
    tile[me] = 0;
    __syncthreads();
    __pipeline_memcpy_async(&tile[me], &in[me], 4); // other: copy_of_an_mbarrier_not_waited_for
    __pipeline_arrive_on(&barrier);
    const auto token = __mbarrier_arrive(&barrier);
    out[me] = tile[me]; // fault: copy_of_an_mbarrier_not_waited_for
    while (!__mbarrier_test_wait(&barrier, token)) {}
}
CASE(copy_of_an_mbarrier_not_waited_for) {
    const Array<int> in(64, 1), out(64);
    given_to_a_barrier<<<1, 64>>>(in, out);
}

} // namespace
} // namespace mbarriers
