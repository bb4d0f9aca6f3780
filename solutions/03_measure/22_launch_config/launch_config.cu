// Lesson 22: block and grid. README.md explains; fill in the three regions marked TODO.
#include "launch_config.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

constexpr int warp_size = 32;
[[maybe_unused]] constexpr int largest_block = 1024; // of every GPU since 2010

// Threads of a kernel that a multiprocessor holds at a time; the header says more.
int resident_threads(const void* kernel, int block, std::size_t shared_per_thread) {
    // Solution 1: the occupancy calculator says how many blocks fit. What the kernel promised of
    // its blocks it does not know, but a launch is held to it.
    cudaFuncAttributes limits{};
    check(cudaFuncGetAttributes(&limits, kernel));
    if (block > limits.maxThreadsPerBlock) {
        return 0;
    }
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block,
                                                        block * shared_per_thread));
    return blocks * block;
    // end of Solution 1
}

int choose_block(const void* kernel, std::size_t shared_per_thread) {
    // Solution 2: whole warps only. Of equally good blocks the smallest from 128 on: small ones give
    // their place back sooner, and very small ones have no others to share with.
    int best = warp_size, most = 0;
    for (int block = warp_size; block <= largest_block; block += warp_size) {
        const int threads = resident_threads(kernel, block, shared_per_thread);
        if (threads > most || (threads == most && best < 128)) {
            best = block;
            most = threads;
        }
    }
    return best;
    // end of Solution 2
}

int choose_grid(const void* kernel, int block, std::size_t n, std::size_t shared_per_thread) {
    // Solution 3: blocks that fit at a time, on all multiprocessors; more would only wait, and the
    // kernel's loop makes them unnecessary. 64 bits until it is known to be small.
    int device = 0, multiprocessors = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    const int threads = resident_threads(kernel, block, shared_per_thread);
    const std::size_t at_a_time = std::size_t(threads / block) * multiprocessors;
    const std::size_t needed = (n + block - 1) / block;
    return static_cast<int>(std::min(at_a_time, needed));
    // end of Solution 3
}

LaunchShape choose_shape(const void* kernel, std::size_t n, std::size_t shared_per_thread) {
    const int block = choose_block(kernel, shared_per_thread);
    return {block, choose_grid(kernel, block, n, shared_per_thread)};
}
