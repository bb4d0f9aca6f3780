// Barrier objects in shared memory as they should be used.
#include "corpus.hpp"

#include <cuda/barrier>
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>
#include <utility>

namespace mbarriers {
namespace {

// For sm_80, where the primitives do not have it.
__device__ bool has_passed(__mbarrier_t* barrier, bool parity) {
    int passed;
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }" : "=r"(passed) : "r"(static_cast<unsigned>(__cvta_generic_to_shared(barrier))), "r"(static_cast<int>(parity)) : "memory");
    return passed != 0;
}

__device__ void wait(__mbarrier_t* barrier, bool parity) {
    while (!has_passed(barrier, parity)) {}
}

__device__ void start(__mbarrier_t* barrier, unsigned count) {
    if (threadIdx.x == 0) __mbarrier_init(barrier, count);
    __syncthreads();
}

__global__ void neighbours(int* out) {
    __shared__ __mbarrier_t barrier;
    __shared__ int values[64];
    const int me = threadIdx.x;
    start(&barrier, blockDim.x);
    values[me] = me;
    const auto token = __mbarrier_arrive(&barrier);
    while (!__mbarrier_test_wait(&barrier, token)) {}
    out[me] = values[63 - me];
}
CASE(mbarrier_instead_of_syncthreads) {
    const Array<int> out(64);
    neighbours<<<1, 64>>>(out);
    EXPECT(out[0] == 63);
}

__global__ void many_phases(int* out) {
    __shared__ __mbarrier_t barrier;
    __shared__ int values[2][64];
    const int me = threadIdx.x;
    start(&barrier, blockDim.x);
    int sum = me;
    for (int round = 0; round < 5; ++round) {
        values[round % 2][me] = sum;
        __mbarrier_arrive(&barrier);
        wait(&barrier, round % 2);
        sum += values[round % 2][(me + 1) % 64];
    }
    out[me] = sum;
}
CASE(mbarrier_phases_by_parity) {
    const Array<int> out(64);
    many_phases<<<1, 64>>>(out);
    EXPECT(out[0] == 80);
}

__global__ void lanes_of_a_warp(int* out) {
    __shared__ __mbarrier_t barrier;
    __shared__ int values[32];
    if (lane() == 0) __mbarrier_init(&barrier, 32);
    __syncwarp();
    if (lane() % 2 == 0) {
        values[lane()] = lane();
        __mbarrier_arrive(&barrier);
    } else {
        values[lane()] = 2 * lane();
        __mbarrier_arrive(&barrier);
    }
    wait(&barrier, false);
    out[lane()] = values[31 - lane()];
}
CASE(mbarrier_within_a_warp) {
    const Array<int> out(32);
    lanes_of_a_warp<<<1, 32>>>(out);
    EXPECT(out[0] == 62 && out[1] == 30);
}

// The warp that produces waits until the buffer has been read.
__global__ void both_directions(const int* in, int* out) {
    __shared__ __mbarrier_t full, empty;
    __shared__ int tile[32];
    const int me = threadIdx.x;
    if (me == 0) {
        __mbarrier_init(&full, 32);
        __mbarrier_init(&empty, 32);
    }
    __syncthreads();
    int sum = 0;
    for (int round = 0; round < 4; ++round) {
        if (me < 32) {
            if (round > 0) wait(&empty, (round - 1) % 2);
            tile[me] = in[32 * round + me];
            __mbarrier_arrive(&full);
        } else {
            wait(&full, round % 2);
            sum += tile[63 - me];
            __mbarrier_arrive(&empty);
        }
    }
    if (me >= 32) out[me - 32] = sum;
}
CASE(mbarriers_full_and_empty) {
    const Array<int> in(128, 1), out(32);
    both_directions<<<1, 64>>>(in, out);
    EXPECT(out[0] == 4 * 0x01010101);
}

// What the middle warp has seen the last one may rely on.
__global__ void chain(int* out) {
    __shared__ __mbarrier_t barriers[2];
    __shared__ int value;
    const int warp = threadIdx.x / 32;
    if (threadIdx.x < 2) __mbarrier_init(&barriers[threadIdx.x], 1);
    __syncthreads();
    if (lane() != 0) return;
    if (warp > 0) wait(&barriers[warp - 1], false);
    if (warp == 0) value = 42;
    if (warp < 2) __mbarrier_arrive(&barriers[warp]);
    if (warp == 2) out[0] = value;
}
CASE(mbarriers_in_a_chain) {
    const Array<int> out(1);
    chain<<<1, 96>>>(out);
    EXPECT(out[0] == 42);
}

__global__ void half_leaves(int* out) {
    __shared__ __mbarrier_t barrier;
    __shared__ int values[64];
    const int me = threadIdx.x;
    start(&barrier, blockDim.x);
    values[me] = me;
    if (me < 32) {
        __mbarrier_arrive_and_drop(&barrier);
        return;
    }
    __mbarrier_arrive(&barrier);
    wait(&barrier, false);
    const int first = values[63 - me];
    __mbarrier_arrive(&barrier);
    wait(&barrier, true);
    values[me] = 0;
    __mbarrier_arrive(&barrier);
    wait(&barrier, false);
    out[me] = first + values[95 - me];
}
CASE(mbarrier_that_some_leave) {
    const Array<int> out(64, 0);
    half_leaves<<<1, 64>>>(out);
    EXPECT(out[32] == 31);
}

__global__ void again(int* out) {
    __shared__ __mbarrier_t barrier;
    __shared__ int values[64];
    const int me = threadIdx.x;
    for (int round = 0; round < 2; ++round) {
        start(&barrier, blockDim.x);
        values[me] = me + round;
        __mbarrier_arrive(&barrier);
        wait(&barrier, false);
        out[me] = values[63 - me];
        __syncthreads();
        if (me == 0) __mbarrier_inval(&barrier);
    }
    values[me] = 0;
}
CASE(mbarrier_initialised_again) {
    const Array<int> out(64);
    again<<<1, 64>>>(out);
    EXPECT(out[0] == 64);
}

__global__ void bytes_as_expected(int* out) {
    __shared__ __mbarrier_t barrier;
    const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
    start(&barrier, 1);
    if (threadIdx.x == 0)
        asm volatile("{ .reg .b64 s; mbarrier.arrive.expect_tx.shared.b64 s, [%0], 128; }" ::"r"(at) : "memory");
    else if (threadIdx.x < 33)
        asm volatile("mbarrier.complete_tx.shared.b64 [%0], 4;" ::"r"(at) : "memory");
    wait(&barrier, false);
    out[thread()] = 1;
}
CASE(mbarrier_with_bytes) {
    const Array<int> out(64);
    bytes_as_expected<<<1, 64>>>(out);
    EXPECT(out[63] == 1);
}

__global__ void copies(const int* in, int* out) {
    __shared__ __mbarrier_t barrier;
    __shared__ int tile[64];
    const int me = threadIdx.x;
    start(&barrier, blockDim.x);
    for (int round = 0; round < 2; ++round) {
        __pipeline_memcpy_async(&tile[me], &in[64 * round + me], 4);
        __pipeline_arrive_on(&barrier);
        __mbarrier_arrive(&barrier);
        wait(&barrier, round % 2);
        out[64 * round + me] = tile[63 - me];
        __syncthreads();
    }
}
CASE(mbarrier_that_waits_for_copies) {
    const Array<int> in(128, 1), out(128);
    copies<<<1, 64>>>(in, out);
    EXPECT(out[127] == 0x01010101);
}

// One thread waits for the others' sums and hands them on to its warp.
__global__ void last_sums(int* out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> done;
    __shared__ int sums[4];
    const int warp = threadIdx.x / 32;
    if (threadIdx.x == 0) init(&done, 4);
    __syncthreads();
    if (lane() == 0) {
        sums[warp] = warp + 1;
        auto token = done.arrive();
        if (warp == 0) done.wait(std::move(token));
    }
    __syncwarp();
    if (warp == 0) out[lane()] = sums[lane() % 4];
}
CASE(barrier_that_one_waits_for) {
    const Array<int> out(32);
    last_sums<<<1, 128>>>(out);
    EXPECT(out[31] == 4);
}

__global__ void after_a_while(int* out) {
    __shared__ __mbarrier_t barrier;
    start(&barrier, 2 * blockDim.x);
    const auto token = __mbarrier_arrive(&barrier);
    for (int tries = 0; tries < 100 && !__mbarrier_test_wait(&barrier, token); ++tries) {}
    __mbarrier_arrive(&barrier); // all had waited in vain
    wait(&barrier, false);
    out[thread()] = 1;
}
CASE(mbarrier_waited_for_in_vain_for_a_while) {
    const Array<int> out(64);
    after_a_while<<<1, 64>>>(out);
    EXPECT(out[0] == 1);
}

} // namespace
} // namespace mbarriers
