// Lesson 42: a scan of any length. README.md explains; fill in the four regions marked TODO.
#include "device_scan.hpp"

#include "wire/cuda_check.hpp"

// The inclusive scan of the values that the threads of a block bring: lesson 41, by the shuffles of
// lesson 40. All threads call it; each gets its sum, and all get the block's total. It may be
// called again and again.
__device__ std::int64_t scan_block(std::int64_t own, std::int64_t& total) {
    constexpr int warps = threads_per_block / 32;
    __shared__ std::int64_t sums[warps];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    for (int distance = 1; distance < 32; distance *= 2) {
        const std::int64_t left = __shfl_up_sync(0xffffffff, own, distance);
        if (lane >= distance) own += left;
    }
    if (lane == 31) sums[warp] = own;
    __syncthreads();
    total = 0;
    for (int w = 0; w < warps; ++w) {
        if (w == warp) own += total;
        total += sums[w];
    }
    __syncthreads(); // the next call writes `sums` again
    return own;
}

__global__ void totals_kernel(const int* values, std::size_t n, std::size_t stretch,
                              std::int64_t* totals) {
    const std::size_t begin = blockIdx.x * stretch;
    const std::size_t end = min(n, begin + stretch);
    // TODO 1: the sum of the stretch; one thread writes it.
    if (begin < end && threadIdx.x == 0) totals[blockIdx.x] = values[begin];
    // end of TODO 1
}

// One block.
__global__ void carry_kernel(std::int64_t* totals, int count) {
    // TODO 2: the exclusive scan, 256 totals at a time; carry on what came before.
    if (count > 0 && threadIdx.x == 0) totals[0] = 0;
    // end of TODO 2
}

__global__ void sums_kernel(const int* values, std::size_t n, std::size_t stretch,
                            const std::int64_t* before, std::int64_t* sums) {
    const std::size_t begin = blockIdx.x * stretch;
    const std::size_t end = min(n, begin + stretch);
    // TODO 3: tile after tile; the first one begins with before[blockIdx.x].
    if (begin + threadIdx.x < end) sums[begin + threadIdx.x] = before[blockIdx.x] + values[begin];
    // end of TODO 3
}

void stretch_totals(const int* values, std::size_t n, std::int64_t* totals) {
    if (n == 0) return;
    totals_kernel<<<blocks_for(n), threads_per_block>>>(values, n, stretch_for(n), totals);
    check(cudaGetLastError());
}

void scan_totals(std::int64_t* totals, int count) {
    carry_kernel<<<1, threads_per_block>>>(totals, count);
    check(cudaGetLastError());
}

void scan_stretches(const int* values, std::size_t n, const std::int64_t* before,
                    std::int64_t* sums) {
    if (n == 0) return;
    sums_kernel<<<blocks_for(n), threads_per_block>>>(values, n, stretch_for(n), before, sums);
    check(cudaGetLastError());
}

void scan(const int* values, std::size_t n, std::int64_t* work, std::int64_t* sums) {
    // TODO 4: the three launches, by the functions above.

    // end of TODO 4
}
