// Attack: prefetches nothing, and says for the device, in the checker's own memory, that it cannot
// Verdict: requirement
// Stage: program
// Lesson: 18_managed_memory
// Points: 3
#include "managed_memory.hpp"

#include "wire/cuda_check.hpp"
#include "wire/message.hpp"

#include <algorithm>
#include <cstring>
#include <unistd.h>

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

// Given: moves memory to where it will be used next, if the device can do that. CUDA 13 says where
// by a cudaMemLocation, older versions by a number.
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
    int device = 0;
    check(cudaGetDevice(&device));
    // Says for the device, in the memory of the call, that it cannot prefetch.
    auto* word = static_cast<char*>(__builtin_frame_address(0));
    for (; word < reinterpret_cast<char*>(environ); word += 8) {
        auto* request = reinterpret_cast<workbook::wire::Request*>(word);
        if (request->argument_count == 6 && std::strcmp(request->function, "scale_once") == 0) {
            *reinterpret_cast<std::int32_t*>(request->arguments[5].address) = -3;
            break;
        }
    }
    scale_kernel<<<blocks, threads_per_block>>>(values, n, factor);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
}
