// Lesson 22: block and grid. README.md explains; fill in the three regions marked TODO.
#include "launch_config.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

constexpr int warp_size = 32;
[[maybe_unused]] constexpr int largest_block = 1024; // of every GPU since 2010

// Threads of a kernel that a multiprocessor holds at a time; the header says more.
int resident_threads(const void* kernel, int block, std::size_t shared_per_thread) {
    // TODO 1: whether a launch would be refused, then blocks on a multiprocessor times threads.
    return 0;
    // end of TODO 1
}

int choose_block(const void* kernel, std::size_t shared_per_thread) {
    // TODO 2: the multiple of warp_size with the most resident threads.
    return warp_size;
    // end of TODO 2
}

int choose_grid(const void* kernel, int block, std::size_t n, std::size_t shared_per_thread) {
    // TODO 3: blocks that the GPU holds at a time, at most as many as n elements need.
    return 1;
    // end of TODO 3
}

LaunchShape choose_shape(const void* kernel, std::size_t n, std::size_t shared_per_thread) {
    const int block = choose_block(kernel, shared_per_thread);
    return {block, choose_grid(kernel, block, n, shared_per_thread)};
}
