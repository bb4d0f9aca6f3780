// Lesson 18, given: calls the functions of your file, so that the checker has functions to call.
#include "managed_memory.hpp"

#include "wire/cuda_check.hpp"

#include <dlfcn.h>

// Your calls of cudaMemPrefetchAsync come by here, are written down, and go on to CUDA.
struct Prefetch {
    std::size_t bytes;
    int place; // a device's number, or -1 for the host
};
constexpr std::size_t most_noted = 4;
static Prefetch prefetches[most_noted];
static std::size_t prefetch_count;

// Launched with each of your prefetches: it shows whether that came before your kernel or after it.
static __global__ void your_prefetch() {}

static void write_down(std::size_t bytes, int place, cudaStream_t stream) {
    your_prefetch<<<1, 1, 0, stream>>>();
    if (prefetch_count < most_noted) {
        prefetches[prefetch_count] = {bytes, place};
    }
    ++prefetch_count;
}

// CUDA's own function, which the linker finds after this one of its name.
template <typename Function>
static Function* next_of(Function*, const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

#if CUDART_VERSION >= 13000
extern "C" cudaError_t cudaMemPrefetchAsync(const void* memory, std::size_t bytes,
                                            cudaMemLocation where, unsigned flags,
                                            cudaStream_t stream) {
    write_down(bytes, where.type == cudaMemLocationTypeDevice ? where.id : -1, stream);
    static auto* const next = next_of(cudaMemPrefetchAsync, "cudaMemPrefetchAsync");
    return next(memory, bytes, where, flags, stream);
}
#else
extern "C" cudaError_t cudaMemPrefetchAsync(const void* memory, std::size_t bytes, int where,
                                            cudaStream_t stream) {
    write_down(bytes, where, stream); // cudaCpuDeviceId is -1
    static auto* const next = next_of(cudaMemPrefetchAsync, "cudaMemPrefetchAsync");
    return next(memory, bytes, where, stream);
}
#endif

void total_twice(const std::int64_t* values, const std::int32_t* order, std::int32_t count,
                 std::int64_t* totals) {
    Node* first = nullptr;
    for (std::int32_t k = count - 1; k >= 0; --k) {
        first = make_node(values[order[k]], first);
    }
    running_totals(first);
    for (Node* node = first; node != nullptr; node = node->next) {
        node->value += 1; // the host uses the same pointers as the kernel
    }
    running_totals(first);
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
    check(cudaMallocManaged(&managed, (n > 0 ? n : 1) * sizeof(float)));
    for (std::size_t i = 0; i < n; ++i) {
        managed[i] = values[i];
    }
    prefetch_count = 0;
    scale(managed, n, factor);
    for (std::size_t i = 0; i < n; ++i) {
        scaled[i] = managed[i];
    }
    check(cudaFree(managed));
    for (std::size_t i = 0; i < most_noted; ++i) {
        const bool there = i < prefetch_count;
        prefetched[2 * i] = there ? static_cast<std::int64_t>(prefetches[i].bytes) : 0;
        prefetched[2 * i + 1] = there ? prefetches[i].place : -2;
    }
}
