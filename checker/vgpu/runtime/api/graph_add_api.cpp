// Adding nodes to a graph.
#include "vgpu/runtime/graph_adding.hpp"
#include "vgpu/runtime/graph_conditions.hpp"
#include "vgpu/runtime/graph_memory.hpp"

using namespace vgpu::runtime;

namespace {

cudaError_t add_child(Call& call, const NodePlace& place, cudaGraph_t child) {
    return add(call, place, [&](std::vector<CUgraphNode_st*> after, CUgraphNode_st*& node) {
        if (const cudaError_t error = check_graph(call, child); error != cudaSuccess) return error;
        if (const cudaError_t error = refuse_single(call, *child); error != cudaSuccess)
            return error;
        node = call.runtime.graphs.add_child(*place.graph, std::move(after), *child);
        return cudaSuccess;
    });
}

// The program gets a list of the bodies, which it fills.
cudaError_t add_conditional(Call& call, const NodePlace& where,
                            cudaConditionalNodeParams parameters,
                            const cudaGraphNodeParams* place) {
    return add(call, where, [&](std::vector<CUgraphNode_st*> after, CUgraphNode_st*& node) {
        Content content;
        if (const cudaError_t error = content_of(call, *where.graph, parameters, content);
            error != cudaSuccess)
            return error;
        node = call.runtime.graphs.add(*where.graph, cudaGraphNodeTypeConditional, std::move(after),
                                       std::move(content));
        if (node == nullptr) return cudaSuccess;
        call.runtime.graphs.add_bodies(*node, parameters.size);
        std::vector<const CUgraph_st*> bodies;
        for (const auto& body : node->bodies) bodies.push_back(body.get());
        const std::uint64_t list = host_program().keep(bodies.size() * sizeof bodies[0]);
        host_program().write_bytes(list, bodies.data(), bodies.size() * sizeof bodies[0]);
        host_program().put(reinterpret_cast<std::uint64_t>(&place->conditional.phGraph_out), list);
        return cudaSuccess;
    });
}

cudaError_t add_any(Call& call, const NodePlace& where, const cudaGraphNodeParams* place) {
    cudaGraphNodeParams parameters{};
    if (const cudaError_t error = fetch_any(call, place, parameters); error != cudaSuccess)
        return error;
    if (parameters.type == cudaGraphNodeTypeGraph)
        return add_child(call, where, parameters.graph.graph);
    if (parameters.type == cudaGraphNodeTypeConditional)
        return add_conditional(call, where, parameters.conditional, place);
    if (parameters.type == cudaGraphNodeTypeMemFree)
        return add_free(call, where, parameters.free.dptr);
    if (parameters.type == cudaGraphNodeTypeMemAlloc) {
        const auto& wanted = parameters.alloc;
        std::uint64_t address = 0;
        const cudaError_t error = add_allocation(
            call, where,
            {wanted.poolProps, wanted.accessDescs, wanted.accessDescCount, wanted.bytesize},
            address);
        if (error == cudaSuccess)
            host_program().put(reinterpret_cast<std::uint64_t>(&place->alloc.dptr), address);
        return error;
    }
    return add(call, where, parameters.type,
               [&](Content& content) { return content_of(call, parameters, content); });
}

} // namespace

extern "C" {

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const cudaKernelNodeParams* parameters) {
    return api_call(__func__, [&](Call& call) {
        return add(call, {node, graph, dependencies, count}, cudaGraphNodeTypeKernel,
                   [&](Content& content) {
                       const auto found = fetch(parameters);
                       return found ? content_of(call, *found, content) : null_parameters(call);
                   });
    });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const cudaMemcpy3DParms* parameters) {
    return api_call(__func__, [&](Call& call) {
        return add(call, {node, graph, dependencies, count}, cudaGraphNodeTypeMemcpy,
                   [&](Content& content) { return content_of(call, parameters, content); });
    });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, size_t count,
                                     void* destination, const void* source, size_t bytes,
                                     cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        return add(call, {node, graph, dependencies, count}, cudaGraphNodeTypeMemcpy,
                   [&](Content& content) {
                       return content_of(call, plain_copy(destination, source, bytes, kind),
                                         content);
                   });
    });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, size_t count,
                                   const cudaMemsetParams* parameters) {
    return api_call(__func__, [&](Call& call) {
        return add(call, {node, graph, dependencies, count}, cudaGraphNodeTypeMemset,
                   [&](Content& content) {
                       const auto found = fetch(parameters);
                       return found ? content_of(call, *found, content) : null_parameters(call);
                   });
    });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* dependencies, size_t count,
                                 const cudaHostNodeParams* parameters) {
    return api_call(__func__, [&](Call& call) {
        return add(call, {node, graph, dependencies, count}, cudaGraphNodeTypeHost,
                   [&](Content& content) {
                       const auto found = fetch(parameters);
                       return found ? content_of(call, *found, content) : null_parameters(call);
                   });
    });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* dependencies, size_t count,
                                       cudaGraph_t child) {
    return api_call(__func__, [&](Call& call) {
        return add_child(call, {node, graph, dependencies, count}, child);
    });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies, size_t count) {
    return api_call(__func__, [&](Call& call) {
        return add(call, {node, graph, dependencies, count}, cudaGraphNodeTypeEmpty,
                   [](Content&) { return cudaSuccess; });
    });
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* dependencies, size_t count,
                                        cudaEvent_t event) {
    return api_call(__func__, [&](Call& call) {
        return add(call, {node, graph, dependencies, count}, cudaGraphNodeTypeEventRecord,
                   [&](Content& content) { return content_of(call, event, true, content); });
    });
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* dependencies, size_t count,
                                      cudaEvent_t event) {
    return api_call(__func__, [&](Call& call) {
        return add(call, {node, graph, dependencies, count}, cudaGraphNodeTypeWaitEvent,
                   [&](Content& content) { return content_of(call, event, false, content); });
    });
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                           const cudaGraphNode_t* dependencies, size_t count,
                                           const void* symbol, const void* source, size_t bytes,
                                           size_t offset, cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        return add(call, {node, graph, dependencies, count}, cudaGraphNodeTypeMemcpy,
                   [&](Content& content) {
                       return content_to_symbol(call, symbol, source, bytes, offset, kind, content);
                   });
    });
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* node, cudaGraph_t graph,
                                             const cudaGraphNode_t* dependencies, size_t count,
                                             void* destination, const void* symbol, size_t bytes,
                                             size_t offset, cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        return add(call, {node, graph, dependencies, count}, cudaGraphNodeTypeMemcpy,
                   [&](Content& content) {
                       return content_from_symbol(call, destination, symbol, bytes, offset, kind,
                                                  content);
                   });
    });
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph,
                             const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* data,
                             size_t count, cudaGraphNodeParams* parameters) {
    return api_call(__func__, [&](Call& call) {
        if (call.runtime.soname_version == 12) // where it has no data
            return add_any(call, {node, graph, dependencies, reinterpret_cast<std::size_t>(data)},
                           reinterpret_cast<const cudaGraphNodeParams*>(count));
        return add_any(call, {node, graph, dependencies, count}, parameters);
    });
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph,
                                             unsigned first_value, unsigned flags) {
    return api_call(__func__, [&](Call& call) {
        if (handle == nullptr) return null_parameters(call);
        if (const cudaError_t error = check_graph(call, graph); error != cudaSuccess) return error;
        if ((flags & ~unsigned{cudaGraphCondAssignDefault}) != 0)
            return call.fail(cudaErrorInvalidValue, fmt::format("flags {:#x} are unknown", flags));
        const bool has_first_value = (flags & cudaGraphCondAssignDefault) != 0;
        const auto condition = call.runtime.graph_conditions.add(first_value, has_first_value);
        root_of(*graph).conditions.push_back(condition);
        *handle = condition->handle;
        return cudaSuccess;
    });
}

cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t* node, cudaGraph_t graph,
                                const cudaGraphNode_t* dependencies,
                                const cudaGraphEdgeData* /*data*/, size_t count,
                                cudaGraphNodeParams* parameters) {
    return api_call(__func__, [&](Call& call) {
        return add_any(call, {node, graph, dependencies, count}, parameters);
    });
}

} // extern "C"
