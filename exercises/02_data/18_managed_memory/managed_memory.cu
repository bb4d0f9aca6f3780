// Lesson 18: managed memory. README.md explains; fill in the four regions marked TODO.
#include "managed_memory.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

constexpr int threads_per_block = 256;
constexpr std::size_t most_blocks = 8192; // the grid-stride loop covers what lies beyond

Node* make_node(std::int64_t value, Node* next) {
    // TODO 1: a node that host and device can use, filled by the host.
    return nullptr;
    // end of TODO 1
}

__global__ void totals_kernel(Node* first) {
    // TODO 2: one thread goes along the list and puts the running total into each node.

    // end of TODO 2
}

void running_totals(Node* first) {
    // TODO 3: launch the kernel, and see to it that the host may use the list afterwards.

    // end of TODO 3
}

// Given: moves memory to where it will be used next, if the device can do that.
void prefetch(const void* memory, std::size_t bytes, cudaMemLocation where) {
    int device = 0, can_prefetch = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&can_prefetch, cudaDevAttrConcurrentManagedAccess, device));
    if (can_prefetch == 0 || bytes == 0) {
        return;
    }
    check(cudaMemPrefetchAsync(memory, bytes, where, 0));
}

__global__ void scale_kernel(float* values, std::size_t n, float factor) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        values[i] *= factor;
    }
}

void scale(float* values, std::size_t n, float factor) {
    if (n == 0) {
        return;
    }
    const auto blocks = static_cast<unsigned>(
        std::min((n + threads_per_block - 1) / threads_per_block, most_blocks));
    // TODO 4: the array to the current device, the kernel, the array back to the host; then see to
    // it that the host may use it.
    scale_kernel<<<blocks, threads_per_block>>>(values, n, factor);
    check(cudaGetLastError());
    // end of TODO 4
}
