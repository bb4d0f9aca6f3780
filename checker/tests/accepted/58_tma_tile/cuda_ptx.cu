// Accepted: the functions of cuda::ptx
// Replaces
//| #include "given.hpp"
#include "given.hpp"

#include <cuda/ptx>
// end of Replaces
// Replaces
//|     if (threadIdx.x == 0) prepare(there);
//|     __syncthreads();
    if (threadIdx.x == 0) prepare(there);
    __syncthreads();
    // Solution 2:
    namespace ptx = cuda::ptx;
// end of Replaces
    // Solution 2
    if (threadIdx.x == 0) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                       &there.state, sizeof(Box));
        const std::int32_t place[] = {column, row - 1};
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, &box, &map, place,
                                  &there.state);
    }
    while (!ptx::mbarrier_try_wait_parity(&there.state, 0)) {
    }
    // end of Solution 2
    // Solution 3
    namespace ptx = cuda::ptx;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        const std::int32_t place[] = {column, row};
        ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, place, &tile);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
    }
    __syncthreads();
    // end of Solution 3
