// What the corpus's programs with tensor copies share: maps, mbarriers, copies.
#pragma once

#include "corpus.hpp"

#include <cstdint>
#include <cuda.h>

namespace corpus {

inline CUresult encode(CUtensorMap* map, CUtensorMapDataType type, unsigned rank, void* address,
                       const cuuint64_t* dims, const cuuint64_t* strides, const cuuint32_t* box,
                       CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE) {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult result{};
    SUCCEED(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                             cudaEnableDefault, &result));
    const cuuint32_t steps[5] = {1, 1, 1, 1, 1};
    return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function)(
        map, type, rank, address, dims, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
        CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

// A matrix of ints, and boxes of it.
inline CUtensorMap matrix_map(int* data, int width, int height, int box_width, int box_height) {
    CUtensorMap map;
    const cuuint64_t dims[] = {static_cast<cuuint64_t>(width), static_cast<cuuint64_t>(height)};
    const cuuint64_t strides[] = {static_cast<cuuint64_t>(width) * sizeof(int)};
    const cuuint32_t box[] = {static_cast<cuuint32_t>(box_width),
                              static_cast<cuuint32_t>(box_height)};
    EXPECT(encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, data, dims, strides, box) ==
           CUDA_SUCCESS);
    return map;
}

#ifdef __CUDACC__
__device__ inline unsigned in_shared(const void* object) {
    return static_cast<unsigned>(__cvta_generic_to_shared(object));
}
__device__ inline unsigned in_block(const void* object, unsigned rank) {
    unsigned there = 0;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(there)
                 : "r"(in_shared(object)), "r"(rank));
    return there;
}
__device__ inline unsigned rank_of_block() {
    unsigned rank = 0;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}
__device__ inline void cluster_sync() {
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}
#endif

} // namespace corpus

// Macros, so that a report names the line that has them.
#define BARRIER_INIT(barrier, count)                                                               \
    asm volatile("mbarrier.init.shared.b64 [%0], %1; fence.mbarrier_init.release.cluster;" ::"r"(  \
                     in_shared(barrier)),                                                          \
                 "r"(count)                                                                        \
                 : "memory")
#define BARRIER_EXPECT(barrier, bytes)                                                             \
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(in_shared(barrier)),    \
                 "r"(bytes)                                                                        \
                 : "memory")
#define BARRIER_ARRIVE(address, how)                                                               \
    asm volatile("mbarrier.arrive." how ".cluster.shared::cluster.b64 _, [%0];" ::"r"(address)     \
                 : "memory")
#define BARRIER_WAIT(barrier, parity)                                                              \
    asm volatile("{ .reg .pred p; L%=: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 "  \
                 "p, [%0], %1; @!p bra L%=; }" ::"r"(in_shared(barrier)),                          \
                 "r"(parity)                                                                       \
                 : "memory")
#define LOAD_BOX(to, map, x, y, barrier)                                                           \
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "    \
                 "[%0], [%1, {%2, %3}], [%4];" ::"r"(to),                                          \
                 "l"(map), "r"(x), "r"(y), "r"(barrier)                                            \
                 : "memory")
#define LOAD_BOX_TO_ALL(to, map, x, y, barrier, ranks)                                             \
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes."    \
                 "multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(to),                   \
                 "l"(map), "r"(x), "r"(y), "r"(barrier), "h"(static_cast<unsigned short>(ranks))   \
                 : "memory")
#define STORE_BOX(map, x, y, from)                                                                 \
    asm volatile(                                                                                  \
        "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(map),  \
        "r"(x), "r"(y), "r"(from)                                                                  \
        : "memory")
#define ADD_BOX(map, x, y, from)                                                                   \
    asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group [%0, {%1, "     \
                 "%2}], [%3];" ::"l"(map),                                                         \
                 "r"(x), "r"(y), "r"(from)                                                         \
                 : "memory")
#define SEND(to, from, bytes, barrier)                                                             \
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], "   \
                 "[%1], %2, [%3];" ::"r"(to),                                                      \
                 "r"(from), "r"(bytes), "r"(barrier)                                               \
                 : "memory")
#define STORE_ASYNC(to, value, barrier)                                                            \
    asm volatile(                                                                                  \
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(to),     \
        "r"(value), "r"(barrier)                                                                   \
        : "memory")
#define COMMIT() asm volatile("cp.async.bulk.commit_group;" ::: "memory")
#define WAIT_FOR_READS() asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory")
#define WAIT_FOR_GROUPS() asm volatile("cp.async.bulk.wait_group 0;" ::: "memory")
#define FENCE_FOR_COPIES() asm volatile("fence.proxy.async.shared::cta;" ::: "memory")
