#include "vgpu/runtime/graph_contents.hpp"

#include "vgpu/runtime/graph_launch.hpp"

#include <fmt/core.h>

namespace vgpu::runtime {

cudaError_t null_parameters(Call& call) {
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} was given a null pointer for the parameters", call.api));
}

cudaError_t content_of(Call& call, const cudaKernelNodeParams& parameters, Content& content) {
    if (parameters.kernelParams == nullptr && parameters.extra != nullptr)
        return call.fail(Outcome{cudaErrorNotSupported,
                                 "the virtual GPU takes a kernel's arguments from kernelParams, "
                                 "not from extra",
                                 true});
    auto made = std::make_shared<KernelContent>();
    made->request = {parameters.func, parameters.gridDim, parameters.blockDim,
                     parameters.kernelParams, parameters.sharedMemBytes};
    made->device = Call::current_device();
    const cudaError_t error = complete(call, made->request);
    content = std::move(made);
    return error;
}

cudaError_t content_of(Call& call, CopyRequest request, Content& content) {
    request.asynchronous = true;
    if (request.box.empty()) return cudaSuccess;
    auto made = std::make_shared<CopyContent>();
    made->request = request;
    made->api = call.api;
    call.makes_node = true;
    const cudaError_t error = check(call, request, made->source, made->destination);
    content = std::move(made);
    return error;
}

cudaError_t content_of(Call& call, const cudaMemcpy3DParms* parameters, Content& content) {
    const auto found = fetch(parameters);
    if (!found) return null_parameters(call);
    CopyRequest request;
    const cudaError_t error = request_of(call, &*found, request);
    if (error == cudaSuccess && (request.to_array || request.from_array))
        return refuse_arrays_in_graph(call);
    return error != cudaSuccess ? error : content_of(call, request, content);
}

cudaError_t content_of(Call& call, const cudaMemsetParams& parameters, Content& content) {
    const unsigned element = parameters.elementSize;
    std::uint64_t width = 0;
    if ((element != 1 && element != 2 && element != 4) ||
        __builtin_mul_overflow(parameters.width, std::uint64_t{element}, &width))
        return call.fail(cudaErrorInvalidValue,
                         "the elements of a memset node have 1, 2 or 4 bytes");
    if (width == 0 || parameters.height == 0) return cudaSuccess;
    if (reinterpret_cast<std::uint64_t>(parameters.dst) % element != 0 ||
        (parameters.height > 1 && parameters.pitch % element != 0))
        return call.fail(cudaErrorInvalidValue,
                         "the place that a memset node sets is not aligned to its elements");
    auto made = std::make_shared<SetContent>();
    made->request = {parameters.dst,
                     static_cast<int>(parameters.value),
                     {width, parameters.height},
                     {parameters.pitch},
                     true,
                     nullptr,
                     element};
    made->api = call.api;
    call.makes_node = true;
    const cudaError_t error = check(call, made->request, made->destination);
    content = std::move(made);
    return error;
}

cudaError_t content_of(Call& call, const cudaHostNodeParams& parameters, Content& content) {
    if (parameters.fn == nullptr)
        return call.fail(cudaErrorInvalidValue, "a host node was given no function");
    auto made = std::make_shared<HostContent>();
    made->function = reinterpret_cast<std::uint64_t>(parameters.fn);
    made->data = reinterpret_cast<std::uint64_t>(parameters.userData);
    content = std::move(made);
    return cudaSuccess;
}

cudaError_t content_of(Call& call, cudaEvent_t event, bool records, Content& content) {
    if (!call.runtime.streams.knows(event))
        return call.fail(cudaErrorInvalidResourceHandle,
                         fmt::format("{} was given an event that does not exist", call.api));
    auto made = std::make_shared<EventContent>();
    made->event = event;
    made->records = records;
    content = std::move(made);
    return cudaSuccess;
}

cudaError_t content_to_symbol(Call& call, const void* symbol, const void* source, size_t bytes,
                              size_t offset, cudaMemcpyKind kind, Content& content) {
    CopyRequest request;
    const cudaError_t error = request_to_symbol(call, symbol, source, bytes, offset, kind, request);
    return error != cudaSuccess ? error : content_of(call, request, content);
}

cudaError_t content_from_symbol(Call& call, void* destination, const void* symbol, size_t bytes,
                                size_t offset, cudaMemcpyKind kind, Content& content) {
    CopyRequest request;
    const cudaError_t error =
        request_from_symbol(call, destination, symbol, bytes, offset, kind, request);
    return error != cudaSuccess ? error : content_of(call, request, content);
}

cudaError_t content_of(Call& call, const cudaGraphNodeParams& parameters, Content& content) {
    switch (parameters.type) {
    case cudaGraphNodeTypeKernel: {
        const cudaKernelNodeParamsV2& kernel = parameters.kernel;
        return content_of(call,
                          cudaKernelNodeParams{kernel.func, kernel.gridDim, kernel.blockDim,
                                               kernel.sharedMemBytes, kernel.kernelParams,
                                               kernel.extra},
                          content);
    }
    case cudaGraphNodeTypeMemcpy: {
        CopyRequest request;
        const cudaError_t error = request_of(call, &parameters.memcpy.copyParams, request);
        if (error == cudaSuccess && (request.to_array || request.from_array))
            return refuse_arrays_in_graph(call);
        return error != cudaSuccess ? error : content_of(call, request, content);
    }
    case cudaGraphNodeTypeMemset: {
        const cudaMemsetParamsV2& set = parameters.memset;
        return content_of(
            call,
            cudaMemsetParams{set.dst, set.pitch, set.value, set.elementSize, set.width, set.height},
            content);
    }
    case cudaGraphNodeTypeHost:
        return content_of(call, cudaHostNodeParams{parameters.host.fn, parameters.host.userData},
                          content);
    case cudaGraphNodeTypeWaitEvent:
        return content_of(call, parameters.eventWait.event, false, content);
    case cudaGraphNodeTypeEventRecord:
        return content_of(call, parameters.eventRecord.event, true, content);
    case cudaGraphNodeTypeEmpty:
        return cudaSuccess;
    default:
        return call.fail(Outcome{cudaErrorNotSupported,
                                 fmt::format("the virtual GPU has no nodes of type {} yet",
                                             static_cast<int>(parameters.type)),
                                 true});
    }
}

cudaError_t fetch_any(Call& call, const cudaGraphNodeParams* place,
                      cudaGraphNodeParams& parameters) {
    if (place != nullptr && host_program().read_bytes(reinterpret_cast<std::uint64_t>(place),
                                                      &parameters, sizeof parameters))
        return cudaSuccess;
    return null_parameters(call);
}

cudaError_t check_type(Call& call, const CUgraphNode_st* node, cudaGraphNodeType type) {
    if (const cudaError_t error = check_node(call, node); error != cudaSuccess) return error;
    if (node->type == type) return cudaSuccess;
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} was given a node of another type", call.api));
}

} // namespace vgpu::runtime
