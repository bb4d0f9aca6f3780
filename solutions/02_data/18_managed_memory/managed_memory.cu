// Lesson 18: managed memory. README.md explains; fill in the four regions marked TODO.
#include "managed_memory.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

constexpr int threads_per_block = 256;
constexpr std::size_t most_blocks = 8192; // the grid-stride loop covers what lies beyond

Node* make_node(std::int64_t value, Node* next) {
    // Solution 1: one address that is good on both sides, so the host fills the node as any other,
    // and a pointer to it can stand in another node.
    Node* node = nullptr;
    check(cudaMallocManaged(&node, sizeof(Node)));
    *node = {value, next};
    return node;
    // end of Solution 1
}

__global__ void totals_kernel(Node* first) {
    // Solution 2: a thread knows where a node is once it has read the one in front of it, so
    // there is nothing for a second thread to do.
    std::int64_t total = 0;
    for (Node* node = first; node != nullptr; node = node->next) {
        total += node->value;
        node->value = total;
    }
    // end of Solution 2
}

void running_totals(Node* first) {
    // Solution 3: nothing is copied, so nothing waits by itself: the host has to.
    totals_kernel<<<1, 1>>>(first);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    // end of Solution 3
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
    // Solution 4: all four are in one stream and happen in order; the wait at the end is for the
    // way back as well.
    int device = 0;
    check(cudaGetDevice(&device));
    prefetch(values, n * sizeof(float), {cudaMemLocationTypeDevice, device});
    scale_kernel<<<blocks, threads_per_block>>>(values, n, factor);
    check(cudaGetLastError());
    prefetch(values, n * sizeof(float), {cudaMemLocationTypeHost, 0});
    check(cudaDeviceSynchronize());
    // end of Solution 4
}
