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
    // Solution 1: neighbours read neighbours. Unrolled, and signed as in lesson 08, the loop asks
    // for eight values before it waits for the first. The sum has 64 bits from its first addition
    // on.
    const auto last = static_cast<std::ptrdiff_t>(end);
    std::int64_t own = 0;
#pragma unroll 8
    for (auto i = static_cast<std::ptrdiff_t>(begin + threadIdx.x); i < last;
         i += threads_per_block) {
        own += values[i];
    }
    std::int64_t total;
    scan_block(own, total);
    if (threadIdx.x == 0) totals[blockIdx.x] = total;
    // end of Solution 1
}

// One block.
__global__ void carry_kernel(std::int64_t* totals, int count) {
    // Solution 2: all threads make the same rounds, because of the barriers in scan_block; one
    // without a total brings a 0. Inclusive less own is exclusive.
    std::int64_t before = 0;
    for (int first = 0; first < count; first += threads_per_block) {
        const int i = first + static_cast<int>(threadIdx.x);
        const std::int64_t own = i < count ? totals[i] : 0;
        std::int64_t total;
        const std::int64_t sum = scan_block(own, total);
        if (i < count) totals[i] = before + sum - own;
        before += total;
    }
    // end of Solution 2
}

__global__ void sums_kernel(const int* values, std::size_t n, std::size_t stretch,
                            const std::int64_t* before, std::int64_t* sums) {
    const std::size_t begin = blockIdx.x * stretch;
    const std::size_t end = min(n, begin + stretch);
    // Solution 3: the same loop over the tiles of a stretch, inclusive, and beginning with what all
    // stretches before add up to. A block keeps its carry in a register: it asks no other block.
    std::int64_t so_far = before[blockIdx.x];
    for (std::size_t tile = begin; tile < end; tile += threads_per_block) {
        const std::size_t i = tile + threadIdx.x;
        std::int64_t total;
        const std::int64_t sum = scan_block(i < end ? values[i] : 0, total);
        if (i < end) sums[i] = so_far + sum;
        so_far += total;
    }
    // end of Solution 3
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
    // Solution 4: launches of one stream run one after the other: that is the barrier between all
    // blocks. As many totals are scanned as the first launch has blocks.
    if (n == 0) return;
    stretch_totals(values, n, work);
    scan_totals(work, static_cast<int>(blocks_for(n)));
    scan_stretches(values, n, work, sums);
    // end of Solution 4
}
