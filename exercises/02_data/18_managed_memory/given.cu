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

// Without <<<>>> and cudaGetLastError, which would tell of an error of your kernel's, too, and take
// it away.
static cudaError_t write_down(std::size_t bytes, int place, cudaStream_t stream) {
    const cudaError_t error = cudaLaunchKernel(reinterpret_cast<const void*>(your_prefetch),
                                               dim3(1), dim3(1), nullptr, 0, stream);
    if (prefetch_count < most_noted) {
        prefetches[prefetch_count] = {bytes, place};
    }
    ++prefetch_count;
    return error;
}

// CUDA's own function, which the linker finds after this one of its name.
template <typename Function>
static Function* next_of(Function*, const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

extern "C" cudaError_t cudaMemPrefetchAsync(const void* memory, std::size_t bytes,
                                            cudaMemLocation where, unsigned flags,
                                            cudaStream_t stream) {
    const int place = where.type == cudaMemLocationTypeDevice ? where.id : -1;
    if (const cudaError_t error = write_down(bytes, place, stream); error != cudaSuccess) {
        return error;
    }
    static auto* const next = next_of(cudaMemPrefetchAsync, "cudaMemPrefetchAsync");
    return next(memory, bytes, where, flags, stream);
}

// Owns its nodes: they are freed also when something throws.
struct List {
    Node* first = nullptr;
    List() = default;
    List(const List&) = delete;
    List& operator=(const List&) = delete;
    ~List() {
        while (first != nullptr) {
            Node* const next = first->next; // read it while the node is there
            cudaFree(first);
            first = next;
        }
    }
};

struct ManagedFloats {
    float* values = nullptr;
    explicit ManagedFloats(std::size_t n) {
        check(cudaMallocManaged(&values, (n > 0 ? n : 1) * sizeof(float)));
    }
    ManagedFloats(const ManagedFloats&) = delete;
    ManagedFloats& operator=(const ManagedFloats&) = delete;
    ~ManagedFloats() { cudaFree(values); }
};

void total_twice(const std::int64_t* values, const std::int32_t* order, std::int32_t count,
                 std::int64_t* totals) {
    List list;
    for (std::int32_t k = count - 1; k >= 0; --k) {
        list.first = make_node(values[order[k]], list.first);
    }
    running_totals(list.first);
    for (Node* node = list.first; node != nullptr; node = node->next) {
        node->value += 1; // the host uses the same pointers as the kernel
    }
    running_totals(list.first);
    for (Node* node = list.first; node != nullptr; node = node->next) {
        *totals++ = node->value;
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
    const ManagedFloats managed(n);
    for (std::size_t i = 0; i < n; ++i) {
        managed.values[i] = values[i];
    }
    prefetch_count = 0;
    scale(managed.values, n, factor);
    for (std::size_t i = 0; i < n; ++i) {
        scaled[i] = managed.values[i];
    }
    for (std::size_t i = 0; i < most_noted; ++i) {
        const bool there = i < prefetch_count;
        prefetched[2 * i] = there ? static_cast<std::int64_t>(prefetches[i].bytes) : 0;
        prefetched[2 * i + 1] = there ? prefetches[i].place : -2;
    }
}
