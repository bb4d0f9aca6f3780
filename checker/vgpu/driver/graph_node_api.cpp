// The nodes of graphs, a function for each type: adding them, and what they do. The context that
// some functions are given is not looked at: a node belongs to the current device.
#include "vgpu/driver/graph_functions.hpp"
#include "vgpu/driver/graph_node_parameters.hpp"

using namespace vgpu::driver;

namespace {

// Calls a function of the runtime with the program's parameters.
template <class Given, class Function>
CUresult with_parameters(const char* name, const Given* given, Function&& function) {
    return with_context(name, [&] {
        if (given == nullptr) return null_argument();
        typename RuntimeParameters<Given>::Type parameters{};
        const CUresult error = convert(*given, parameters);
        return error != CUDA_SUCCESS ? error : result_of(function(&parameters));
    });
}

// Gives the program the parameters that a function of the runtime finds.
template <class Found, class Function>
CUresult get_parameters(const char* name, Found* found, Function&& function) {
    return with_context(name, [&] {
        if (found == nullptr) return null_argument();
        typename RuntimeParameters<Found>::Type parameters{};
        const cudaError_t error = function(&parameters);
        if (error == cudaSuccess) take_back(parameters, *found);
        return result_of(error);
    });
}

} // namespace

CUresult cuGraphAddKernelNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                              size_t count, const CUDA_KERNEL_NODE_PARAMS* kernel) {
    return with_parameters(__func__, kernel, [&](const auto* parameters) {
        return WORKBOOK_RUNTIME(cudaGraphAddKernelNode)(node, graph, dependencies, count,
                                                        parameters);
    });
}

CUresult cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS* kernel) {
    return get_parameters(__func__, kernel, [&](auto* parameters) {
        return WORKBOOK_RUNTIME(cudaGraphKernelNodeGetParams)(node, parameters);
    });
}

CUresult cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS* kernel) {
    return with_parameters(__func__, kernel, [&](const auto* parameters) {
        return WORKBOOK_RUNTIME(cudaGraphKernelNodeSetParams)(node, parameters);
    });
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_KERNEL_NODE_PARAMS* kernel) {
    return with_parameters(__func__, kernel, [&](const auto* parameters) {
        return WORKBOOK_RUNTIME(cudaGraphExecKernelNodeSetParams)(exec, node, parameters);
    });
}

CUresult cuGraphKernelNodeGetAttribute(CUgraphNode node, CUkernelNodeAttrID attribute,
                                       CUkernelNodeAttrValue* value) {
    static_assert(sizeof(CUkernelNodeAttrValue) == sizeof(cudaLaunchAttributeValue));
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphKernelNodeGetAttribute)(
            node, static_cast<cudaLaunchAttributeID>(attribute),
            reinterpret_cast<cudaLaunchAttributeValue*>(value));
    });
}

CUresult cuGraphKernelNodeSetAttribute(CUgraphNode node, CUkernelNodeAttrID attribute,
                                       const CUkernelNodeAttrValue* value) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphKernelNodeSetAttribute)(
            node, static_cast<cudaLaunchAttributeID>(attribute),
            reinterpret_cast<const cudaLaunchAttributeValue*>(value));
    });
}

CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode to, CUgraphNode from) {
    return with_context(
        __func__, [&] { return WORKBOOK_RUNTIME(cudaGraphKernelNodeCopyAttributes)(to, from); });
}

CUresult cuGraphAddMemcpyNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                              size_t count, const CUDA_MEMCPY3D* copy, CUcontext) {
    return with_parameters(__func__, copy, [&](const auto* parameters) {
        return WORKBOOK_RUNTIME(cudaGraphAddMemcpyNode)(node, graph, dependencies, count,
                                                        parameters);
    });
}

CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D* copy) {
    return get_parameters(__func__, copy, [&](auto* parameters) {
        return WORKBOOK_RUNTIME(cudaGraphMemcpyNodeGetParams)(node, parameters);
    });
}

CUresult cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D* copy) {
    return with_parameters(__func__, copy, [&](const auto* parameters) {
        return WORKBOOK_RUNTIME(cudaGraphMemcpyNodeSetParams)(node, parameters);
    });
}

CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_MEMCPY3D* copy, CUcontext) {
    return with_parameters(__func__, copy, [&](const auto* parameters) {
        return WORKBOOK_RUNTIME(cudaGraphExecMemcpyNodeSetParams)(exec, node, parameters);
    });
}

CUresult cuGraphAddMemsetNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                              size_t count, const CUDA_MEMSET_NODE_PARAMS* set, CUcontext) {
    return with_parameters(__func__, set, [&](const auto* parameters) {
        return WORKBOOK_RUNTIME(cudaGraphAddMemsetNode)(node, graph, dependencies, count,
                                                        parameters);
    });
}

CUresult cuGraphMemsetNodeGetParams(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS* set) {
    return get_parameters(__func__, set, [&](auto* parameters) {
        return WORKBOOK_RUNTIME(cudaGraphMemsetNodeGetParams)(node, parameters);
    });
}

CUresult cuGraphMemsetNodeSetParams(CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS* set) {
    return with_parameters(__func__, set, [&](const auto* parameters) {
        return WORKBOOK_RUNTIME(cudaGraphMemsetNodeSetParams)(node, parameters);
    });
}

CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_MEMSET_NODE_PARAMS* set, CUcontext) {
    return with_parameters(__func__, set, [&](const auto* parameters) {
        return WORKBOOK_RUNTIME(cudaGraphExecMemsetNodeSetParams)(exec, node, parameters);
    });
}

CUresult cuGraphAddHostNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                            size_t count, const CUDA_HOST_NODE_PARAMS* host) {
    return with_parameters(__func__, host, [&](const auto* parameters) {
        return WORKBOOK_RUNTIME(cudaGraphAddHostNode)(node, graph, dependencies, count, parameters);
    });
}

CUresult cuGraphHostNodeGetParams(CUgraphNode node, CUDA_HOST_NODE_PARAMS* host) {
    return get_parameters(__func__, host, [&](auto* parameters) {
        return WORKBOOK_RUNTIME(cudaGraphHostNodeGetParams)(node, parameters);
    });
}

CUresult cuGraphHostNodeSetParams(CUgraphNode node, const CUDA_HOST_NODE_PARAMS* host) {
    return with_parameters(__func__, host, [&](const auto* parameters) {
        return WORKBOOK_RUNTIME(cudaGraphHostNodeSetParams)(node, parameters);
    });
}

CUresult cuGraphExecHostNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                      const CUDA_HOST_NODE_PARAMS* host) {
    return with_parameters(__func__, host, [&](const auto* parameters) {
        return WORKBOOK_RUNTIME(cudaGraphExecHostNodeSetParams)(exec, node, parameters);
    });
}

CUresult cuGraphAddChildGraphNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                                  size_t count, CUgraph child) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphAddChildGraphNode)(node, graph, dependencies, count,
                                                            child);
    });
}

CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph* graph) {
    return with_context(
        __func__, [&] { return WORKBOOK_RUNTIME(cudaGraphChildGraphNodeGetGraph)(node, graph); });
}

CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraph child) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphExecChildGraphNodeSetParams)(exec, node, child);
    });
}

CUresult cuGraphAddEmptyNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                             size_t count) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphAddEmptyNode)(node, graph, dependencies, count);
    });
}

CUresult cuGraphAddEventRecordNode(CUgraphNode* node, CUgraph graph,
                                   const CUgraphNode* dependencies, size_t count, CUevent event) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphAddEventRecordNode)(node, graph, dependencies, count,
                                                             event);
    });
}

CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode node, CUevent* event) {
    return with_context(
        __func__, [&] { return WORKBOOK_RUNTIME(cudaGraphEventRecordNodeGetEvent)(node, event); });
}

CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode node, CUevent event) {
    return with_context(
        __func__, [&] { return WORKBOOK_RUNTIME(cudaGraphEventRecordNodeSetEvent)(node, event); });
}

CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphExecEventRecordNodeSetEvent)(exec, node, event);
    });
}

CUresult cuGraphAddEventWaitNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                                 size_t count, CUevent event) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphAddEventWaitNode)(node, graph, dependencies, count, event);
    });
}

CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode node, CUevent* event) {
    return with_context(
        __func__, [&] { return WORKBOOK_RUNTIME(cudaGraphEventWaitNodeGetEvent)(node, event); });
}

CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode node, CUevent event) {
    return with_context(
        __func__, [&] { return WORKBOOK_RUNTIME(cudaGraphEventWaitNodeSetEvent)(node, event); });
}

CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphExecEventWaitNodeSetEvent)(exec, node, event);
    });
}

CUresult cuGraphAddMemAllocNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                                size_t count, CUDA_MEM_ALLOC_NODE_PARAMS* parameters) {
    static_assert(sizeof(CUDA_MEM_ALLOC_NODE_PARAMS) == sizeof(cudaMemAllocNodeParams));
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphAddMemAllocNode)(
            node, graph, dependencies, count,
            reinterpret_cast<cudaMemAllocNodeParams*>(parameters));
    });
}

CUresult cuGraphMemAllocNodeGetParams(CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS* parameters) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphMemAllocNodeGetParams)(
            node, reinterpret_cast<cudaMemAllocNodeParams*>(parameters));
    });
}

CUresult cuGraphAddMemFreeNode(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                               size_t count, CUdeviceptr address) {
    return with_context(__func__, [&] {
        return WORKBOOK_RUNTIME(cudaGraphAddMemFreeNode)(node, graph, dependencies, count,
                                                         pointer_of(address));
    });
}

CUresult cuGraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr* address) {
    return with_context(
        __func__, [&] { return WORKBOOK_RUNTIME(cudaGraphMemFreeNodeGetParams)(node, address); });
}
