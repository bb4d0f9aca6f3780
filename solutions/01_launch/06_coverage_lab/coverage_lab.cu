// Lesson 06: which elements does a launch write? README.md explains; fill in the three regions
// marked TODO.
#include "coverage_lab.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>
#include <vector>

// One element per thread, and no guard: here that is the point.
__global__ void add_kernel(const int* x, const int* y, int* out) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    out[i] = x[i] + y[i];
}

__global__ void add_128_kernel(const int* x, const int* y, int* out) {
    const std::size_t i = std::size_t{blockIdx.x} * 128 + threadIdx.x;
    out[i] = x[i] + y[i];
}

void launch_add(const int* x, const int* y, int* out, int blocks, int threads) {
    add_kernel<<<blocks, threads>>>(x, y, out);
    check(cudaGetLastError());
}

void launch_add_128(const int* x, const int* y, int* out, int blocks, int threads) {
    add_128_kernel<<<blocks, threads>>>(x, y, out);
    check(cudaGetLastError());
}

Coverage predict_add(int blocks, int threads, std::uint64_t n) {
    // Solution 1: block after block, the indices are 0, 1, 2, ... without a gap, as many as there
    // are threads. So what is missing is missing at the end. The threads are counted in 64 bits:
    // 2^31 - 1 blocks of 1024 are more than 2^40.
    const std::uint64_t indices = std::uint64_t(blocks) * threads;
    const std::uint64_t written = std::min(indices, n);
    return {written, n - written, indices - written};
    // end of Solution 1
}

// Whether launch_add_128 writes element i.
bool writes_128(std::uint64_t blocks, std::uint64_t threads, std::uint64_t i) {
    // Solution 2: block b begins at 128 b. Of the blocks that begin at i or before, the last one
    // gets farthest: if it does not reach i, none does. With 128 threads or fewer, what lies
    // between its last thread and the next block's beginning is a hole.
    const std::uint64_t block = std::min(i / 128, blocks - 1);
    return i - 128 * block < threads;
    // end of Solution 2
}

void predict_add_128(int blocks, int threads, std::size_t n, int* written) {
    for (std::size_t i = 0; i < n; ++i) {
        written[i] = writes_128(blocks, threads, i) ? 1 : 0;
    }
}

Coverage observe_add(const int* x, const int* y, int* out, std::size_t room, int blocks,
                     int threads, std::size_t n) {
    std::vector<int> after(room); // for what is in out after the launch

    // Solution 3: first a mark that no sum can be, in every place. Four bytes of 0xff are the int
    // -1. Without it, a sum that an earlier launch left there passes for one of this launch. The
    // copy waits for the kernel.
    check(cudaMemset(out, 0xff, room * sizeof(int)));
    launch_add(x, y, out, blocks, threads);
    check(cudaMemcpy(after.data(), out, room * sizeof(int), cudaMemcpyDeviceToHost));
    const auto was_written = [](int value) { return value != -1; };
    // end of Solution 3

    const auto array_end = after.begin() + static_cast<std::ptrdiff_t>(n);
    const auto written = std::count_if(after.begin(), array_end, was_written);
    const auto beyond = std::count_if(array_end, after.end(), was_written);
    return {static_cast<std::uint64_t>(written), n - static_cast<std::uint64_t>(written),
            static_cast<std::uint64_t>(beyond)};
}

Coverage observe_second(const int* x, const int* y, int* out, std::size_t room, int first_blocks,
                        int first_threads, int blocks, int threads, std::size_t n) {
    observe_add(x, y, out, room, first_blocks, first_threads, n);
    return observe_add(x, y, out, room, blocks, threads, n);
}
