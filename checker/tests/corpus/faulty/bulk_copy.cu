// cp.async.bulk: what is used before it was waited for, and copies of wrong sizes to and from wrong places.
#include "corpus.hpp"

#include <cuda_awbarrier_primitives.h>

namespace bulk_copies {
namespace {

constexpr int count = 64;

__device__ unsigned address_of(const void* object) {
    return static_cast<unsigned>(__cvta_generic_to_shared(object));
}
__device__ bool has_passed(__mbarrier_t* barrier, bool parity) {
    int passed;
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }" : "=r"(passed) : "r"(address_of(barrier)), "r"(static_cast<int>(parity)) : "memory"); // fault: bulk_copy_too_short
    return passed != 0;
}
__device__ void wait(__mbarrier_t* barrier, bool parity) {
    while (!has_passed(barrier, parity)) {}
}
__device__ void expect(__mbarrier_t* barrier, int bytes) {
    asm volatile("{ .reg .b64 s; mbarrier.arrive.expect_tx.shared.b64 s, [%0], %1; }" ::"r"(address_of(barrier)), "r"(bytes) : "memory");
}

__global__ void load(const int* in, int* out, int bytes, int shift, int early) {
    __shared__ __mbarrier_t barrier;
    __shared__ __align__(16) int tile[count + 4];
    const int me = threadIdx.x;
    if (me == 0) __mbarrier_init(&barrier, 1);
    tile[me] = 0;
    __syncthreads();
    if (me == 0) {
        expect(&barrier, 4 * count);
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(address_of(tile)), "l"(in + shift), "r"(bytes), "r"(address_of(&barrier)) : "memory"); // fault: bulk_copy_of_no_size, fault: bulk_copy_off_by_an_element, fault: bulk_copy_behind_the_array, other: bulk_copy_not_waited_for
    }
    if (early) out[me] = tile[me]; // fault: bulk_copy_not_waited_for
    wait(&barrier, false);
    out[me] = tile[count - 1 - me];
}
CASE(bulk_copy_not_waited_for) {
    const Array<int> in(count, 1), out(count);
    load<<<1, count>>>(in, out, 4 * count, 0, true);
}
CASE(bulk_copy_of_no_size) {
    const Array<int> in(count, 1), out(count);
    load<<<1, count>>>(in, out, 4 * count - 4, 0, false);
}
CASE(bulk_copy_off_by_an_element) {
    const Array<int> in(count + 4, 1), out(count);
    load<<<1, count>>>(in, out, 4 * count, 1, false);
}
CASE(bulk_copy_behind_the_array) {
    const Array<int> in(count, 1), out(count);
    load<<<1, count>>>(in, out, 4 * count, 4, false);
}
CASE(bulk_copy_too_short) {
    const Array<int> in(count, 1), out(count);
    load<<<1, count>>>(in, out, 4 * count - 16, 0, false);
}

__global__ void store(int* out, bool waits, bool reads_only) {
    __shared__ __align__(16) int tile[count];
    const int me = threadIdx.x;
    tile[me] = me;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (me == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out), "r"(address_of(tile)), "r"(4 * count) : "memory"); // other: bulk_store_refilled, other: bulk_store_read_too_early
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
        if (waits) asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
        if (!reads_only) tile[0] = 7; // fault: bulk_store_refilled
        if (reads_only) tile[1] = out[1]; // fault: bulk_store_read_too_early
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
}
CASE(bulk_store_refilled) {
    const Array<int> out(count);
    store<<<1, count>>>(out, false, false);
}
CASE(bulk_store_read_too_early) {
    const Array<int> out(count, 0);
    store<<<1, count>>>(out, true, true);
}

// A barrier does not order what the threads have written with what the copy reads.
__global__ void store_unfenced(int* out) {
    __shared__ __align__(16) int tile[count];
    const int me = threadIdx.x;
    tile[me] = me; // other: bulk_store_without_a_proxy_fence
    __syncthreads();
    if (me != 0) return;
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out), "r"(address_of(tile)), "r"(4 * count) : "memory"); // fault: bulk_store_without_a_proxy_fence
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
CASE(bulk_store_without_a_proxy_fence) {
    const Array<int> out(count);
    store_unfenced<<<1, count>>>(out);
}

} // namespace
} // namespace bulk_copies
