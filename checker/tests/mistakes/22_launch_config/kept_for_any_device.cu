// Mistake: keeps the number of multiprocessors of the device that was current first
// Verdict: wrong_answer
// Message: plain_kernel on device 1 of two, which is current
// Only: virtual
// Lesson 22: block and grid. README.md explains; fill in the three regions marked TODO.
#include "launch_config.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

constexpr int warp_size = 32;
[[maybe_unused]] constexpr int largest_block = 1024; // of every GPU since 2010

// Threads of a kernel that a multiprocessor holds at a time; the header says more.
int resident_threads(const void* kernel, int block, std::size_t shared_per_thread) {
    cudaFuncAttributes limits{};
    check(cudaFuncGetAttributes(&limits, kernel));
    if (block > limits.maxThreadsPerBlock) {
        return 0;
    }
    int blocks = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block,
                                                        block * shared_per_thread));
    return blocks * block;
}

int choose_block(const void* kernel, std::size_t shared_per_thread) {
    int best = warp_size, most = 0;
    for (int block = warp_size; block <= largest_block; block += warp_size) {
        const int threads = resident_threads(kernel, block, shared_per_thread);
        if (threads > most || (threads == most && best < 128)) {
            best = block;
            most = threads;
        }
    }
    return best;
}

int choose_grid(const void* kernel, int block, std::size_t n, std::size_t shared_per_thread) {
    static int multiprocessors = 0;
    if (multiprocessors == 0) {
        int device = 0;
        check(cudaGetDevice(&device));
        check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    }
    const int threads = resident_threads(kernel, block, shared_per_thread);
    const std::size_t at_a_time = std::size_t(threads / block) * multiprocessors;
    const std::size_t needed = (n + block - 1) / block;
    return static_cast<int>(std::min(at_a_time, needed));
}

LaunchShape choose_shape(const void* kernel, std::size_t n, std::size_t shared_per_thread) {
    const int block = choose_block(kernel, shared_per_thread);
    return {block, choose_grid(kernel, block, n, shared_per_thread)};
}
