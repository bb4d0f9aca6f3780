// Changing the nodes of a graph that is ready to launch.
#include "vgpu/runtime/graph_conditions.hpp"
#include "vgpu/runtime/graph_contents.hpp"
#include "vgpu/runtime/graph_launch.hpp"

#include <algorithm>

using namespace vgpu::runtime;

namespace {

// The node of an executable graph that was made of this one.
cudaError_t find_in(Call& call, cudaGraphExec_t exec, cudaGraphNode_t original,
                    CUgraphNode_st*& node) {
    if (const cudaError_t error = check_exec(call, exec); error != cudaSuccess) return error;
    if (const cudaError_t error = check_node(call, original); error != cudaSuccess) return error;
    node = find_copy(*exec->graph, *original);
    if (node != nullptr) return cudaSuccess;
    return call.fail(cudaErrorInvalidValue,
                     "the executable graph was made before the node, or of another graph");
}

// Memory that a copy or set may be changed to: of the side, host or device, that it had.
bool same_side(const Pointer& one, const Pointer& other) {
    if (one.managed || other.managed) return true;
    return (one.place == Pointer::Place::device) == (other.place == Pointer::Place::device);
}

bool may_become(const NodeContent* before, const NodeContent* after) {
    if (before == nullptr || after == nullptr) return before == after;
    if (const auto* copy = dynamic_cast<const CopyContent*>(before)) {
        const auto* changed = dynamic_cast<const CopyContent*>(after);
        return changed != nullptr && same_side(copy->source, changed->source) &&
               same_side(copy->destination, changed->destination);
    }
    if (const auto* kernel = dynamic_cast<const KernelContent*>(before)) {
        const auto* changed = dynamic_cast<const KernelContent*>(after);
        return changed != nullptr && kernel->device == changed->device;
    }
    return true;
}

bool same_condition(const CUgraphNode_st& one, const CUgraphNode_st& other) {
    return one.bodies.size() == other.bodies.size() &&
           dynamic_cast<const ConditionalContent&>(*one.content).type ==
               dynamic_cast<const ConditionalContent&>(*other.content).type;
}

template <class MakeContent>
cudaError_t set(Call& call, cudaGraphExec_t exec, cudaGraphNode_t original, cudaGraphNodeType type,
                MakeContent&& content) {
    CUgraphNode_st* node = nullptr;
    if (const cudaError_t error = find_in(call, exec, original, node); error != cudaSuccess)
        return error;
    if (const cudaError_t error = check_type(call, original, type); error != cudaSuccess)
        return error;
    Content made;
    if (const cudaError_t error = content(made); error != cudaSuccess) return error;
    keep_attributes(node->content.get(), made);
    if (!may_become(node->content.get(), made.get()))
        return call.fail(
            cudaErrorInvalidValue,
            "an executable graph's node keeps its device, and the sides of a copy stay "
            "on the host or on the device");
    node->content = std::move(made);
    return cudaSuccess;
}

cudaError_t update(Call& call, CUgraph_st& old, const CUgraph_st& wanted, bool apply,
                   cudaGraphExecUpdateResultInfo& result) {
    const auto differs = [&](cudaGraphExecUpdateResult why, CUgraphNode_st* node,
                             CUgraphNode_st* from, const char* text) {
        result = {why, node, from};
        return call.fail(cudaErrorGraphExecUpdateFailure, text);
    };
    if (old.nodes.size() != wanted.nodes.size())
        return differs(cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr,
                       "the graph has another number of nodes than the executable one");
    std::unordered_map<const CUgraphNode_st*, std::size_t> old_index, index;
    for (std::size_t i = 0; i < old.nodes.size(); ++i) {
        old_index[old.nodes[i].get()] = i;
        index[wanted.nodes[i].get()] = i;
    }
    const auto numbers = [](const CUgraphNode_st& node, const auto& of) {
        std::vector<std::size_t> row;
        for (const CUgraphNode_st* before : node.after) row.push_back(of.at(before));
        std::ranges::sort(row);
        return row;
    };
    for (std::size_t i = 0; i < old.nodes.size(); ++i) {
        CUgraphNode_st& mine = *old.nodes[i];
        CUgraphNode_st& its = *wanted.nodes[i];
        if (mine.type != its.type)
            return differs(cudaGraphExecUpdateErrorNodeTypeChanged, &its, nullptr,
                           "a node has another type than in the executable graph");
        if (numbers(mine, old_index) != numbers(its, index))
            return differs(cudaGraphExecUpdateErrorTopologyChanged, &its,
                           its.after.empty() ? nullptr : its.after.front(),
                           "a node comes after others than in the executable graph");
        if (mine.child) {
            if (const cudaError_t error = update(call, *mine.child, *its.child, apply, result);
                error != cudaSuccess)
                return error;
        } else if (!mine.bodies.empty() || !its.bodies.empty()) {
            if (!same_condition(mine, its))
                return differs(cudaGraphExecUpdateErrorNotSupported, &its, nullptr,
                               "a conditional node keeps its type and its number of bodies");
            for (std::size_t body = 0; body < mine.bodies.size(); ++body)
                if (const cudaError_t error =
                        update(call, *mine.bodies[body], *its.bodies[body], apply, result);
                    error != cudaSuccess)
                    return error;
        } else if (!may_become(mine.content.get(), its.content.get())) {
            return differs(cudaGraphExecUpdateErrorParametersChanged, &its, nullptr,
                           "a node's device, or a side of its copy, cannot be changed");
        }
        if (apply) mine.content = its.content;
    }
    return cudaSuccess;
}

cudaError_t set_enabled(Call& call, cudaGraphExec_t exec, cudaGraphNode_t original, bool enabled) {
    CUgraphNode_st* node = nullptr;
    if (const cudaError_t error = find_in(call, exec, original, node); error != cudaSuccess)
        return error;
    if (node->type != cudaGraphNodeTypeKernel && node->type != cudaGraphNodeTypeMemcpy &&
        node->type != cudaGraphNodeTypeMemset)
        return call.fail(cudaErrorInvalidValue,
                         "only nodes of kernels, copies and sets can be switched off");
    node->enabled = enabled;
    return cudaSuccess;
}

} // namespace

extern "C" {

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
    return api_call(__func__, [&](Call& call) {
        return set(call, exec, node, cudaGraphNodeTypeKernel, [&](Content& content) {
            return parameters != nullptr ? content_of(call, *parameters, content)
                                         : null_parameters(call);
        });
    });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* parameters) {
    return api_call(__func__, [&](Call& call) {
        return set(call, exec, node, cudaGraphNodeTypeMemcpy,
                   [&](Content& content) { return content_of(call, parameters, content); });
    });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               void* destination, const void* source, size_t bytes,
                                               cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        return set(call, exec, node, cudaGraphNodeTypeMemcpy, [&](Content& content) {
            return content_of(call, plain_copy(destination, source, bytes, kind), content);
        });
    });
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
    return api_call(__func__, [&](Call& call) {
        return set(call, exec, node, cudaGraphNodeTypeMemset, [&](Content& content) {
            return parameters != nullptr ? content_of(call, *parameters, content)
                                         : null_parameters(call);
        });
    });
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
    return api_call(__func__, [&](Call& call) {
        return set(call, exec, node, cudaGraphNodeTypeHost, [&](Content& content) {
            return parameters != nullptr ? content_of(call, *parameters, content)
                                         : null_parameters(call);
        });
    });
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaEvent_t event) {
    return api_call(__func__, [&](Call& call) {
        return set(call, exec, node, cudaGraphNodeTypeEventRecord,
                   [&](Content& content) { return content_of(call, event, true, content); });
    });
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               cudaEvent_t event) {
    return api_call(__func__, [&](Call& call) {
        return set(call, exec, node, cudaGraphNodeTypeWaitEvent,
                   [&](Content& content) { return content_of(call, event, false, content); });
    });
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t original,
                                                 cudaGraph_t child) {
    return api_call(__func__, [&](Call& call) {
        CUgraphNode_st* node = nullptr;
        if (const cudaError_t error = find_in(call, exec, original, node); error != cudaSuccess)
            return error;
        if (const cudaError_t error = check_graph(call, child); error != cudaSuccess) return error;
        cudaGraphExecUpdateResultInfo result{};
        if (node->child == nullptr ||
            update(call, *node->child, *child, false, result) != cudaSuccess)
            return call.fail(cudaErrorInvalidValue,
                             "the node is no child graph, or the new graph has other nodes or "
                             "edges than its child");
        return update(call, *node->child, *child, true, result);
    });
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                     const void* symbol, const void* source,
                                                     size_t bytes, size_t offset,
                                                     cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        return set(call, exec, node, cudaGraphNodeTypeMemcpy, [&](Content& content) {
            return content_to_symbol(call, symbol, source, bytes, offset, kind, content);
        });
    });
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                       void* destination, const void* symbol,
                                                       size_t bytes, size_t offset,
                                                       cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        return set(call, exec, node, cudaGraphNodeTypeMemcpy, [&](Content& content) {
            return content_from_symbol(call, destination, symbol, bytes, offset, kind, content);
        });
    });
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       cudaGraphNodeParams* place) {
    return api_call(__func__, [&](Call& call) {
        cudaGraphNodeParams parameters{};
        if (const cudaError_t error = fetch_any(call, place, parameters); error != cudaSuccess)
            return error;
        return set(call, exec, node, parameters.type,
                   [&](Content& content) { return content_of(call, parameters, content); });
    });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* result) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_exec(call, exec); error != cudaSuccess) return error;
        if (const cudaError_t error = check_graph(call, graph); error != cudaSuccess) return error;
        cudaGraphExecUpdateResultInfo info{};
        cudaError_t error = update(call, *exec->graph, *graph, false, info);
        if (error == cudaSuccess) error = update(call, *exec->graph, *graph, true, info);
        if (result != nullptr) *result = info;
        return error;
    });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled) {
    return api_call(__func__,
                    [&](Call& call) { return set_enabled(call, exec, node, enabled != 0); });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t original,
                                    unsigned* enabled) {
    return api_call(__func__, [&](Call& call) {
        if (enabled == nullptr) return null_parameters(call);
        CUgraphNode_st* node = nullptr;
        const cudaError_t error = find_in(call, exec, original, node);
        if (error == cudaSuccess) *enabled = node->enabled ? 1 : 0;
        return error;
    });
}

} // extern "C"
