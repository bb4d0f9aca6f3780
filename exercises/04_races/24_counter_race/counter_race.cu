// Lesson 24: many threads, one counter. README.md explains; fill in the three regions marked TODO.
#include "counter_race.hpp"

__global__ void count_threads_kernel(unsigned* counter) {
    // TODO 1: add 1, in such a way that no other thread's 1 gets lost.
    *counter += 1;
    // end of TODO 1
}

__global__ void count_greater_kernel(const int* values, std::size_t n, int threshold,
                                     unsigned* count) {
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    // TODO 2: count this thread's hits where no other thread can see them, then add them to *count.
    for (std::size_t i = first; i < n; i += stride) {
        if (values[i] > threshold) {
            *count += 1;
        }
    }
    // end of TODO 2
}

__global__ void take_tickets_kernel(unsigned* counter, unsigned* tickets, std::size_t n) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        // TODO 3: take the next number; no other thread may get the same.
        tickets[i] = *counter;
        // end of TODO 3
    }
}

void count_threads(unsigned* counter, int blocks, int threads_per_block) {
    count_threads_kernel<<<blocks, threads_per_block>>>(counter);
}

void count_greater(const int* values, std::size_t n, int threshold, unsigned* count) {
    cudaMemsetAsync(count, 0, sizeof *count);
    count_greater_kernel<<<64, 64>>>(values, n, threshold, count);
}

void take_tickets(unsigned* counter, unsigned* tickets, std::size_t n) {
    if (n == 0) {
        return;
    }
    constexpr unsigned threads_per_block = 128;
    const auto blocks = static_cast<unsigned>((n + threads_per_block - 1) / threads_per_block);
    take_tickets_kernel<<<blocks, threads_per_block>>>(counter, tickets, n);
}
