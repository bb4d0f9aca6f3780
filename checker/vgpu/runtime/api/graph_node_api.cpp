// The nodes of a graph: what they do, and changing that.
#include "vgpu/runtime/graph_contents.hpp"
#include "vgpu/runtime/graph_launch.hpp"
#include "vgpu/runtime/program_api.hpp"

using namespace vgpu::runtime;

namespace {

template <class MakeContent>
cudaError_t set(Call& call, cudaGraphNode_t node, cudaGraphNodeType type, MakeContent&& content) {
    if (const cudaError_t error = check_type(call, node, type); error != cudaSuccess) return error;
    Content made;
    if (const cudaError_t error = content(made); error != cudaSuccess) return error;
    keep_attributes(node->content.get(), made);
    node->content = std::move(made);
    return cudaSuccess;
}

// The content of a node, of the class that its type has; null with an error.
template <class Content>
const Content* content_of(Call& call, cudaGraphNode_t node, cudaGraphNodeType type,
                          const void* place, cudaError_t& error) {
    error = place == nullptr ? null_parameters(call) : check_type(call, node, type);
    if (error != cudaSuccess) return nullptr;
    const auto* found = dynamic_cast<const Content*>(node->content.get());
    if (found == nullptr)
        error = call.fail(cudaErrorInvalidValue, "the node copies or sets nothing");
    return found;
}

cudaPitchedPtr pitched(const void* pointer, const CopyRequest& request, const Strides& strides) {
    const Box& box = request.box;
    const bool one_row = box.height == 1 && box.depth == 1;
    return {const_cast<void*>(pointer), one_row ? box.width : strides.pitch, box.width,
            strides.pitch == 0 || box.depth == 1 ? box.height : strides.slice / strides.pitch};
}

} // namespace

extern "C" {

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
    return api_call(__func__, [&](Call& call) {
        if (graph == nullptr) return null_parameters(call);
        const cudaError_t error = check_type(call, node, cudaGraphNodeTypeGraph);
        if (error == cudaSuccess) *graph = node->child.get();
        return error;
    });
}

cudaError_t workbook_graph_kernel_parameters(cudaGraphNode_t node, cudaKernelNodeParams* parameters,
                                             std::uint64_t room, std::uint64_t room_bytes) {
    return api_call("cudaGraphKernelNodeGetParams", [&](Call& call) {
        cudaError_t error = cudaSuccess;
        const auto* kernel =
            content_of<KernelContent>(call, node, cudaGraphNodeTypeKernel, parameters, error);
        if (kernel == nullptr) return error;
        const CurrentDevice on(kernel->device);
        Kernel* found = nullptr;
        if (error = find_kernel(call, kernel->request.function, found); error != cudaSuccess)
            return error;
        // Their number, their sizes, and then the bytes.
        const auto& sizes = call.device().attributes(*found->on(kernel->device).id).parameter_sizes;
        std::vector<std::uint32_t> head{static_cast<std::uint32_t>(sizes.size())};
        head.insert(head.end(), sizes.begin(), sizes.end());
        const auto& bytes = *kernel->request.parameters;
        const std::uint64_t head_bytes = head.size() * sizeof head[0];
        if (head_bytes + bytes.size() > room_bytes ||
            !host_program().write_bytes(room, head.data(), head_bytes) ||
            (!bytes.empty() &&
             !host_program().write_bytes(room + head_bytes, bytes.data(), bytes.size())))
            return call.fail(cudaErrorInvalidValue, "there is no room for the parameters");
        *parameters = {const_cast<void*>(kernel->request.function),
                       kernel->request.grid,
                       kernel->request.block,
                       static_cast<unsigned>(kernel->request.dynamic_shared_bytes),
                       nullptr,
                       nullptr};
        return cudaSuccess;
    });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const cudaKernelNodeParams* parameters) {
    return api_call(__func__, [&](Call& call) {
        return set(call, node, cudaGraphNodeTypeKernel, [&](Content& content) {
            return parameters != nullptr ? content_of(call, *parameters, content)
                                         : null_parameters(call);
        });
    });
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* parameters) {
    return api_call(__func__, [&](Call& call) {
        cudaError_t error = cudaSuccess;
        const auto* copy =
            content_of<CopyContent>(call, node, cudaGraphNodeTypeMemcpy, parameters, error);
        if (copy == nullptr) return error;
        const CopyRequest& request = copy->request;
        *parameters = {};
        parameters->srcPtr = pitched(request.source, request, request.from);
        parameters->dstPtr = pitched(request.destination, request, request.to);
        parameters->extent = {request.box.width, request.box.height, request.box.depth};
        parameters->kind = request.kind;
        return cudaSuccess;
    });
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
                                         const cudaMemcpy3DParms* parameters) {
    return api_call(__func__, [&](Call& call) {
        return set(call, node, cudaGraphNodeTypeMemcpy,
                   [&](Content& content) { return content_of(call, parameters, content); });
    });
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* destination,
                                           const void* source, size_t bytes, cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        return set(call, node, cudaGraphNodeTypeMemcpy, [&](Content& content) {
            return content_of(call, plain_copy(destination, source, bytes, kind), content);
        });
    });
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* parameters) {
    return api_call(__func__, [&](Call& call) {
        cudaError_t error = cudaSuccess;
        const auto* set =
            content_of<SetContent>(call, node, cudaGraphNodeTypeMemset, parameters, error);
        if (set == nullptr) return error;
        const SetRequest& request = set->request;
        *parameters = {request.destination,
                       request.to.pitch,
                       static_cast<unsigned>(request.value),
                       request.element,
                       request.box.width / request.element,
                       request.box.height};
        return cudaSuccess;
    });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
    return api_call(__func__, [&](Call& call) {
        return set(call, node, cudaGraphNodeTypeMemset, [&](Content& content) {
            return parameters != nullptr ? content_of(call, *parameters, content)
                                         : null_parameters(call);
        });
    });
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* parameters) {
    return api_call(__func__, [&](Call& call) {
        cudaError_t error = cudaSuccess;
        const auto* host =
            content_of<HostContent>(call, node, cudaGraphNodeTypeHost, parameters, error);
        if (host == nullptr) return error;
        *parameters = {reinterpret_cast<cudaHostFn_t>(host->function),
                       reinterpret_cast<void*>(host->data)};
        return cudaSuccess;
    });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
    return api_call(__func__, [&](Call& call) {
        return set(call, node, cudaGraphNodeTypeHost, [&](Content& content) {
            return parameters != nullptr ? content_of(call, *parameters, content)
                                         : null_parameters(call);
        });
    });
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
    return api_call(__func__, [&](Call& call) {
        cudaError_t error = cudaSuccess;
        const auto* found =
            content_of<EventContent>(call, node, cudaGraphNodeTypeEventRecord, event, error);
        if (found != nullptr) *event = found->event;
        return error;
    });
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return api_call(__func__, [&](Call& call) {
        return set(call, node, cudaGraphNodeTypeEventRecord,
                   [&](Content& content) { return content_of(call, event, true, content); });
    });
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
    return api_call(__func__, [&](Call& call) {
        cudaError_t error = cudaSuccess;
        const auto* found =
            content_of<EventContent>(call, node, cudaGraphNodeTypeWaitEvent, event, error);
        if (found != nullptr) *event = found->event;
        return error;
    });
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return api_call(__func__, [&](Call& call) {
        return set(call, node, cudaGraphNodeTypeWaitEvent,
                   [&](Content& content) { return content_of(call, event, false, content); });
    });
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void* symbol,
                                                 const void* source, size_t bytes, size_t offset,
                                                 cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        return set(call, node, cudaGraphNodeTypeMemcpy, [&](Content& content) {
            return content_to_symbol(call, symbol, source, bytes, offset, kind, content);
        });
    });
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void* destination,
                                                   const void* symbol, size_t bytes, size_t offset,
                                                   cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        return set(call, node, cudaGraphNodeTypeMemcpy, [&](Content& content) {
            return content_from_symbol(call, destination, symbol, bytes, offset, kind, content);
        });
    });
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams* place) {
    return api_call(__func__, [&](Call& call) {
        cudaGraphNodeParams parameters{};
        if (const cudaError_t error = fetch_any(call, place, parameters); error != cudaSuccess)
            return error;
        return set(call, node, parameters.type,
                   [&](Content& content) { return content_of(call, parameters, content); });
    });
}

} // extern "C"
