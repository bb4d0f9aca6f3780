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
    // TODO 1: three numbers, without a launch, for any blocks, threads and n.
    return {0, 0, 0};
    // end of TODO 1
}

// Whether launch_add_128 writes element i.
bool writes_128(std::uint64_t blocks, std::uint64_t threads, std::uint64_t i) {
    // TODO 2: is there a thread, in any of the blocks, whose index is i?
    return i == 0;
    // end of TODO 2
}

void predict_add_128(int blocks, int threads, std::size_t n, int* written) {
    for (std::size_t i = 0; i < n; ++i) {
        written[i] = writes_128(blocks, threads, i) ? 1 : 0;
    }
}

Coverage observe_add(const int* x, const int* y, int* out, std::size_t room, int blocks,
                     int threads, std::size_t n) {
    std::vector<int> after(room); // for what is in out after the launch

    // TODO 3: see to it that what was written can be told from what was not; launch; fetch.
    launch_add(x, y, out, blocks, threads);
    const auto was_written = [](int value) { return value != 0; };
    // end of TODO 3

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
