// Attack: prefetches nothing, and writes into the list of prefetches
// Verdict: does_not_compile
// Stage: program
// Lesson: 18_managed_memory
#include "managed_memory.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

constexpr int threads_per_block = 256;
constexpr std::size_t most_blocks = 8192; // the grid-stride loop covers what lies beyond

Node* make_node(std::int64_t value, Node* next) {
    Node* node = nullptr;
    check(cudaMallocManaged(&node, sizeof(Node)));
    *node = {value, next};
    return node;
}

__global__ void totals_kernel(Node* first) {
    std::int64_t total = 0;
    for (Node* node = first; node != nullptr; node = node->next) {
        total += node->value;
        node->value = total;
    }
}

void running_totals(Node* first) {
    totals_kernel<<<1, 1>>>(first);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
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
    int device = 0;
    check(cudaGetDevice(&device));
    prefetches.push_back({n * sizeof(float), device});
    your_prefetch<<<1, 1>>>();
    scale_kernel<<<blocks, threads_per_block>>>(values, n, factor);
    check(cudaGetLastError());
    prefetches.push_back({n * sizeof(float), -1});
    your_prefetch<<<1, 1>>>();
    check(cudaDeviceSynchronize());
}
