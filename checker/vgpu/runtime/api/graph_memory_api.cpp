// Memory nodes of graphs: adding them, asking about them, and what a device's graphs hold.
#include "vgpu/runtime/call_checks.hpp"
#include "vgpu/runtime/graph_adding.hpp"
#include "vgpu/runtime/graph_memory.hpp"

namespace vgpu::runtime {

cudaError_t add_allocation(Call& call, const NodePlace& place, const AllocationWish& wish,
                           std::uint64_t& address) {
    return add(call, place, cudaGraphNodeTypeMemAlloc, [&](Content& content) {
        MemoryRequest request;
        cudaError_t error = request_of(call, wish.pool, wish.descriptions, wish.description_count,
                                       wish.bytes, request);
        std::shared_ptr<const AllocationContent> made;
        if (error == cudaSuccess) error = content_of(call, request, made);
        if (error != cudaSuccess) return error;
        address = made->address;
        content = std::move(made);
        return cudaSuccess;
    });
}

cudaError_t add_free(Call& call, const NodePlace& place, const void* pointer) {
    return add(call, place, cudaGraphNodeTypeMemFree,
               [&](Content& content) { return content_of_free(call, pointer, content); });
}

} // namespace vgpu::runtime

using namespace vgpu::runtime;

namespace {

// The value of an attribute; null: there is no such attribute.
std::optional<std::uint64_t> value_of(const CUmemPoolHandle_st& pool,
                                      cudaGraphMemAttributeType attribute) {
    switch (attribute) {
    case cudaGraphMemAttrUsedMemCurrent: // in whole pieces (silicon/api_graph_memory.txt)
    case cudaGraphMemAttrReservedMemCurrent:
        return pool.reserved();
    case cudaGraphMemAttrUsedMemHigh:
    case cudaGraphMemAttrReservedMemHigh:
        return pool.reserved_high;
    }
    return std::nullopt;
}

} // namespace

extern "C" {

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, size_t count,
                                     cudaMemAllocNodeParams* parameters) {
    return api_call(__func__, [&](Call& call) {
        const auto wanted = fetch(parameters);
        if (!wanted) return null_parameters(call);
        std::uint64_t address = 0;
        const cudaError_t error = add_allocation(
            call, {node, graph, dependencies, count},
            {wanted->poolProps, wanted->accessDescs, wanted->accessDescCount, wanted->bytesize},
            address);
        if (error == cudaSuccess)
            host_program().put(reinterpret_cast<std::uint64_t>(&parameters->dptr), address);
        return error;
    });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                    const cudaGraphNode_t* dependencies, size_t count,
                                    void* pointer) {
    return api_call(__func__, [&](Call& call) {
        return add_free(call, {node, graph, dependencies, count}, pointer);
    });
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node,
                                           cudaMemAllocNodeParams* parameters) {
    return api_call(__func__, [&](Call& call) {
        if (parameters == nullptr) return null_parameters(call);
        if (const cudaError_t error = check_type(call, node, cudaGraphNodeTypeMemAlloc);
            error != cudaSuccess)
            return error;
        const auto& content = dynamic_cast<const AllocationContent&>(*node->content);
        *parameters = {};
        parameters->poolProps.allocType = cudaMemAllocationTypePinned;
        parameters->poolProps.location.type = cudaMemLocationTypeDevice;
        parameters->poolProps.location.id = content.request.device;
        parameters->bytesize = content.request.bytes;
        parameters->dptr = reinterpret_cast<void*>(content.address);
        return cudaSuccess;
    });
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* pointer) {
    return api_call(__func__, [&](Call& call) {
        if (pointer == nullptr) return null_parameters(call);
        if (const cudaError_t error = check_type(call, node, cudaGraphNodeTypeMemFree);
            error != cudaSuccess)
            return error;
        host_program().put(reinterpret_cast<std::uint64_t>(pointer),
                           dynamic_cast<const FreeContent&>(*node->content).address);
        return cudaSuccess;
    });
}

// Graphs hold no unused memory, so there is nothing to release.
cudaError_t cudaDeviceGraphMemTrim(int device) {
    return api_call(__func__, [&](Call& call) { return check_device(call, device); });
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute,
                                           void* value) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_device(call, device); error != cudaSuccess)
            return error;
        const auto answer = value_of(call.runtime.graph_memory.pool(device), attribute);
        if (!answer || value == nullptr)
            return call.fail(cudaErrorInvalidValue, "a null pointer or an unknown attribute");
        host_program().put(reinterpret_cast<std::uint64_t>(value), *answer);
        return cudaSuccess;
    });
}

// The two highest values can be set, to 0 only: they begin again.
cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute,
                                           void* value) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_device(call, device); error != cudaSuccess)
            return error;
        CUmemPoolHandle_st& pool = call.runtime.graph_memory.pool(device);
        const auto given =
            host_program().get<std::uint64_t>(reinterpret_cast<std::uint64_t>(value));
        if (value == nullptr || !given || *given != 0 ||
            (attribute != cudaGraphMemAttrUsedMemHigh &&
             attribute != cudaGraphMemAttrReservedMemHigh))
            return call.fail(cudaErrorInvalidValue,
                             "only the highest values can be set, and to 0 only");
        if (attribute == cudaGraphMemAttrUsedMemHigh)
            pool.used_high = pool.used;
        else
            pool.reserved_high = pool.reserved();
        return cudaSuccess;
    });
}

} // extern "C"
