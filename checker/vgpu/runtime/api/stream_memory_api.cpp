// Memory that is allocated and freed in the order of a stream.
#include "vgpu/runtime/allocations.hpp"
#include "vgpu/runtime/call_checks.hpp"
#include "vgpu/runtime/graph_memory.hpp"

#include <fmt/core.h>

#include <utility>

using namespace vgpu::runtime;

namespace {

// A memory node takes the place of the allocation; its address is good for what is captured next.
cudaError_t capture_allocation(Call& call, Capture& capture, void** pointer, std::size_t bytes,
                               const CUmemPoolHandle_st& pool, cudaStream_t stream) {
    if (pointer == nullptr) return null_answer(call);
    if (bytes == 0) {
        *pointer = nullptr;
        return cudaSuccess;
    }
    std::shared_ptr<const AllocationContent> content;
    cudaError_t error = content_of(call, {bytes, pool.device, pool.users()}, content);
    if (error == cudaSuccess)
        error = capture_node(call, capture, stream, cudaGraphNodeTypeMemAlloc, content);
    if (error == cudaSuccess) *pointer = reinterpret_cast<void*>(content->address);
    return error;
}

cudaError_t capture_free(Call& call, Capture& capture, void* pointer, cudaStream_t stream) {
    if (pointer == nullptr) return cudaSuccess;
    std::shared_ptr<const NodeContent> content;
    const cudaError_t error = content_of_free(call, pointer, content);
    return error != cudaSuccess
               ? error
               : capture_node(call, capture, stream, cudaGraphNodeTypeMemFree, std::move(content));
}

cudaError_t allocate_from(Call& call, void** pointer, std::size_t bytes, const PoolPointer& pool,
                          cudaStream_t stream) {
    Capture* capture = nullptr;
    if (const cudaError_t error = check_stream(call, stream, capture); error != cudaSuccess)
        return error;
    if (capture != nullptr)
        return capture_allocation(call, *capture, pointer, bytes, *pool, stream);
    if (pool->most_bytes != 0 && bytes > pool->most_bytes - std::min(pool->most_bytes, pool->used))
        return call.fail(cudaErrorMemoryAllocation,
                         fmt::format("the pool may hold {} bytes, of which {} are used",
                                     pool->most_bytes, pool->used));
    const CurrentDevice on(pool->device); // the memory is of the pool's device
    const cudaError_t error = allocate(call, pointer, bytes, MemoryKind::device, 0, pool);
    if (error != cudaSuccess) return error;
    // Looking for room, it may have waited for work.
    if (const cudaError_t gone = check_stream(call, stream); gone != cudaSuccess) {
        release(call, std::exchange(*pointer, nullptr), {});
        return gone;
    }
    // A place in the order of the stream; the address is good from now on.
    const WorkId work = submit(call, stream, {.name = call.api, .run = nullptr});
    if (*pointer != nullptr)
        call.device().notify_birth({call.api, work.queue, work.number, {}},
                                   reinterpret_cast<std::uint64_t>(*pointer), bytes);
    return cudaSuccess;
}

} // namespace

extern "C" {

cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_stream(call, stream); error != cudaSuccess)
            return error;
        // The pool in use on the stream's device.
        const int device = call.runtime.streams.device_of(stream, Call::current_device());
        return allocate_from(call, pointer, bytes, call.runtime.pools.current(device), stream);
    });
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t handle,
                                    cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        PoolPointer pool;
        const cudaError_t error = check_pool(call, handle, pool);
        return error != cudaSuccess ? error : allocate_from(call, pointer, bytes, pool, stream);
    });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        Capture* capture = nullptr;
        cudaError_t error = check_stream(call, stream, capture);
        if (error != cudaSuccess) return error;
        return capture != nullptr ? capture_free(call, *capture, pointer, stream)
                                  : release(call, pointer, {.in_stream = true, .stream = stream});
    });
}

} // extern "C"
