// Lesson 18, given: calls the functions of your file, so that the checker has functions to call.
#include "managed_memory.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>
#include <vector>

// Your calls of cudaMemPrefetchAsync come by here, are written down, and go on to CUDA.
struct Prefetch {
    std::size_t bytes;
    int place; // a device's number, or -1 for the host
};
static std::vector<Prefetch> prefetches;

// Launched with each of your prefetches: it shows whether that came before your kernel or after it.
__global__ void your_prefetch() {}

#if CUDART_VERSION >= 13000
static cudaError_t write_down(const void* memory, std::size_t bytes, cudaMemLocation where,
                              unsigned flags, cudaStream_t stream = nullptr) {
    your_prefetch<<<1, 1, 0, stream>>>();
    prefetches.push_back({bytes, where.type == cudaMemLocationTypeDevice ? where.id : -1});
    return cudaMemPrefetchAsync(memory, bytes, where, flags, stream);
}
#else
static cudaError_t write_down(const void* memory, std::size_t bytes, int where,
                              cudaStream_t stream = nullptr) {
    your_prefetch<<<1, 1, 0, stream>>>();
    prefetches.push_back({bytes, where}); // cudaCpuDeviceId is -1
    return cudaMemPrefetchAsync(memory, bytes, where, stream);
}
#endif

#define cudaMemPrefetchAsync write_down
#include WORKBOOK_LESSON_FILE
#undef cudaMemPrefetchAsync

void total_twice(const std::int64_t* values, const std::int32_t* order, std::int32_t count,
                 std::int64_t* totals) {
    Node* first = nullptr;
    for (std::int32_t k = count - 1; k >= 0; --k) {
        first = (make_node)(values[order[k]], first); // in parentheses: that of this namespace
    }
    (running_totals)(first);
    for (Node* node = first; node != nullptr; node = node->next) {
        node->value += 1; // the host uses the same pointers as the kernel
    }
    (running_totals)(first);
    while (first != nullptr) {
        *totals++ = first->value;
        Node* const next = first->next; // read it while the node is there
        check(cudaFree(first));
        first = next;
    }
}

void scale_once(const float* values, std::size_t n, float factor, float* scaled,
                std::int64_t* prefetched, std::int32_t* device) {
    check(cudaGetDevice(device));
    int can_prefetch = 0;
    check(cudaDeviceGetAttribute(&can_prefetch, cudaDevAttrConcurrentManagedAccess, *device));
    if (can_prefetch == 0) {
        *device = -3;
    }
    float* managed = nullptr;
    check(cudaMallocManaged(&managed, std::max<std::size_t>(n, 1) * sizeof(float)));
    std::copy_n(values, n, managed);
    prefetches.clear();
    scale(managed, n, factor);
    std::copy_n(managed, n, scaled);
    check(cudaFree(managed));
    for (std::size_t i = 0; i < 4; ++i) {
        const bool there = i < prefetches.size();
        prefetched[2 * i] = there ? static_cast<std::int64_t>(prefetches[i].bytes) : 0;
        prefetched[2 * i + 1] = there ? prefetches[i].place : -2;
    }
}
