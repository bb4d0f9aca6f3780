// Accepted: cooperative groups scan; one function for both loops; a launch without the brackets
#include "device_scan.hpp"

#include "wire/cuda_check.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

__device__ std::int64_t scan_of_block(std::int64_t own, std::int64_t* sums, std::int64_t& total) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    own = cg::inclusive_scan(warp, own, cg::plus<std::int64_t>());
    if (warp.thread_rank() == 31) sums[warp.meta_group_rank()] = own;
    __syncthreads();
    std::int64_t before = 0;
    total = 0;
    for (unsigned w = 0; w < warp.meta_group_size(); ++w) {
        if (w < warp.meta_group_rank()) before += sums[w];
        total += sums[w];
    }
    __syncthreads();
    return before + own;
}

// Sums of values from `begin` on: inclusive, or exclusive and in place.
template <typename Value>
__device__ std::int64_t scan_range(const Value* values, std::size_t begin, std::size_t end, std::int64_t so_far,
                                   std::int64_t* sums, bool inclusive) {
    __shared__ std::int64_t of_warps[32];
    for (std::size_t tile = begin; tile < end; tile += blockDim.x) {
        const std::size_t i = tile + threadIdx.x;
        const std::int64_t own = i < end ? values[i] : 0;
        std::int64_t total;
        const std::int64_t sum = scan_of_block(own, of_warps, total);
        if (sums != nullptr && i < end) sums[i] = so_far + sum - (inclusive ? 0 : own);
        so_far += total;
    }
    return so_far;
}

__global__ void totals_kernel(const int* values, std::size_t n, std::size_t stretch, std::int64_t* totals) {
    const std::size_t begin = blockIdx.x * stretch;
    const std::size_t end = begin + stretch < n ? begin + stretch : n;
    const std::int64_t sum = scan_range(values, begin, end, 0, nullptr, true);
    if (threadIdx.x == 0) totals[blockIdx.x] = sum;
}

__global__ void carry_kernel(std::int64_t* totals, int count) { scan_range(totals, 0, count, 0, totals, false); }

__global__ void sums_kernel(const int* values, std::size_t n, std::size_t stretch, const std::int64_t* before,
                            std::int64_t* sums) {
    const std::size_t begin = blockIdx.x * stretch;
    const std::size_t end = begin + stretch < n ? begin + stretch : n;
    scan_range(values, begin, end, before[blockIdx.x], sums, true);
}

void stretch_totals(const int* values, std::size_t n, std::int64_t* totals) {
    if (n > 0) totals_kernel<<<blocks_for(n), 256>>>(values, n, stretch_for(n), totals);
}

void scan_totals(std::int64_t* totals, int count) {
    void* arguments[] = {&totals, &count};
    check(cudaLaunchKernel(reinterpret_cast<const void*>(carry_kernel), dim3(1), dim3(256), arguments, 0, nullptr));
}

void scan_stretches(const int* values, std::size_t n, const std::int64_t* before, std::int64_t* sums) {
    if (n > 0) sums_kernel<<<blocks_for(n), 256>>>(values, n, stretch_for(n), before, sums);
}

void scan(const int* values, std::size_t n, std::int64_t* work, std::int64_t* sums) {
    if (n == 0) return;
    stretch_totals(values, n, work);
    scan_totals(work, static_cast<int>(blocks_for(n)));
    scan_stretches(values, n, work, sums);
}
