// Accepted: cuda::atomic_ref, whose order is relaxed, in place of atomicAdd
#include "counter_race.hpp"

#include <cuda/atomic>

using Counter = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__global__ void count_threads_kernel(unsigned* counter) {
    Counter{*counter}.fetch_add(1, cuda::memory_order_relaxed);
}

__global__ void count_greater_kernel(const int* values, std::size_t n, int threshold, unsigned* count) {
    unsigned mine = 0;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
         i += std::size_t{gridDim.x} * blockDim.x)
        mine += values[i] > threshold;
    Counter{*count}.fetch_add(mine, cuda::memory_order_relaxed);
}

__global__ void take_tickets_kernel(unsigned* counter, unsigned* tickets, std::size_t n) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) tickets[i] = Counter{*counter}.fetch_add(1, cuda::memory_order_relaxed);
}

void count_threads(unsigned* counter, int blocks, int threads_per_block) {
    count_threads_kernel<<<blocks, threads_per_block>>>(counter);
}

void count_greater(const int* values, std::size_t n, int threshold, unsigned* count) {
    cudaMemsetAsync(count, 0, sizeof *count);
    count_greater_kernel<<<64, 64>>>(values, n, threshold, count);
}

void take_tickets(unsigned* counter, unsigned* tickets, std::size_t n) {
    if (n == 0) return;
    take_tickets_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(counter, tickets, n);
}
