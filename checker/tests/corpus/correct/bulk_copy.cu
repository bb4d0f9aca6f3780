// cp.async.bulk as it should be used.
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
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }" : "=r"(passed) : "r"(address_of(barrier)), "r"(static_cast<int>(parity)) : "memory");
    return passed != 0;
}

// Tiles are loaded into two buffers, and the results stored from there.
__global__ void there_and_back(const int* in, int* out, int tiles) {
    __shared__ __mbarrier_t barriers[2];
    __shared__ __align__(16) int buffer[2][count], results[count];
    const int me = threadIdx.x;
    if (me < 2) __mbarrier_init(&barriers[me], 1);
    __syncthreads();
    const auto fetch = [&](int tile) {
        const unsigned barrier = address_of(&barriers[tile % 2]);
        asm volatile("{ .reg .b64 s; mbarrier.arrive.expect_tx.shared.b64 s, [%0], %1; }" ::"r"(barrier), "r"(4 * count) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(address_of(buffer[tile % 2])), "l"(in + tile * count), "r"(4 * count), "r"(barrier) : "memory");
    };
    if (me == 0) fetch(0);
    for (int tile = 0; tile < tiles; ++tile) {
        if (me == 0 && tile + 1 < tiles) fetch(tile + 1);
        while (!has_passed(&barriers[tile % 2], tile / 2 % 2)) {}
        results[me] = buffer[tile % 2][count - 1 - me] + tile;
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (me == 0) {
            asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + tile * count), "r"(address_of(results)), "r"(4 * count) : "memory");
            asm volatile("cp.async.bulk.commit_group;" ::: "memory");
            asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
        }
        __syncthreads();
    }
}
CASE(bulk_copies_there_and_back) {
    const Array<int> in(4 * count), out(4 * count);
    int values[4 * count];
    for (int i = 0; i < 4 * count; ++i) values[i] = i;
    SUCCEED(cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice));
    there_and_back<<<1, count>>>(in, out, 4);
    EXPECT(out[0] == 63 && out[4 * count - 1] == 192 + 3);
}

__global__ void stored_and_read(int* out) {
    __shared__ __align__(16) int tile[count];
    const int me = threadIdx.x;
    tile[me] = me;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (me == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out), "r"(address_of(tile)), "r"(4 * count) : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
    __syncthreads();
    tile[me] = out[count - 1 - me];
    out[me + count] = tile[me];
}
CASE(bulk_store_that_was_waited_for) {
    const Array<int> out(2 * count);
    stored_and_read<<<1, count>>>(out);
    EXPECT(out[count] == 63 && out[0] == 0);
}

} // namespace
} // namespace bulk_copies
