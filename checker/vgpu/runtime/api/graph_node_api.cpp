// The nodes of graphs: adding them, what they do, changing that, in a graph and in one that is
// ready to launch.
#include "vgpu/runtime/graph_launch.hpp"
#include "vgpu/runtime/program_api.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

using namespace vgpu::runtime;

namespace {

using Content = std::shared_ptr<const NodeContent>;

template <class Value>
std::optional<Value> fetch(const Value* place) {
    return host_program().get<Value>(reinterpret_cast<std::uint64_t>(place));
}

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

// A copy of nothing has no content.
cudaError_t content_of(Call& call, CopyRequest request, Content& content) {
    request.asynchronous = true;
    if (request.box.empty()) return cudaSuccess;
    auto made = std::make_shared<CopyContent>();
    made->request = request;
    made->api = call.api;
    const cudaError_t error = check(call, request, made->source, made->destination);
    content = std::move(made);
    return error;
}

cudaError_t content_of(Call& call, const cudaMemcpy3DParms* parameters, Content& content) {
    const auto found = fetch(parameters);
    if (!found) return null_parameters(call);
    CopyRequest request;
    const cudaError_t error = request_of(call, &*found, request);
    return error != cudaSuccess ? error : content_of(call, request, content);
}

CopyRequest plain(void* destination, const void* source, size_t bytes, cudaMemcpyKind kind) {
    return {destination, source, {bytes}, {bytes}, {bytes}, kind};
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

// Of a node of any type but a child's.
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

// No header makes one without values.
cudaError_t fetch_any(Call& call, const cudaGraphNodeParams* place,
                      cudaGraphNodeParams& parameters) {
    if (place != nullptr && host_program().read_bytes(reinterpret_cast<std::uint64_t>(place),
                                                      &parameters, sizeof parameters))
        return cudaSuccess;
    return null_parameters(call);
}

// What a function that adds a node is given besides what the node does.
struct Place {
    cudaGraphNode_t* node;
    cudaGraph_t graph;
    const cudaGraphNode_t* dependencies;
    size_t count;
};

// Adds it with what `make` adds to the graph; a null node: there is no room.
template <class Make>
cudaError_t add(Call& call, const Place& place, Make&& make) {
    if (place.node == nullptr)
        return call.fail(cudaErrorInvalidValue, "the pointer for the node is null");
    if (const cudaError_t error = check_graph(call, place.graph); error != cudaSuccess)
        return error;
    std::vector<CUgraphNode_st*> after;
    if (const cudaError_t error =
            read_nodes(call, *place.graph, place.dependencies, place.count, after);
        error != cudaSuccess)
        return error;
    std::ranges::sort(after);
    if (std::ranges::adjacent_find(after) != after.end())
        return call.fail(cudaErrorInvalidValue, "a node stands twice in the dependencies");
    CUgraphNode_st* node = nullptr;
    if (const cudaError_t error = make(std::move(after), node); error != cudaSuccess) return error;
    if (node == nullptr)
        return call.fail(cudaErrorMemoryAllocation,
                         fmt::format("the graph would have more than {} nodes, or children in "
                                     "children more than {} deep",
                                     Graphs::most_nodes, Graphs::most_depth));
    host_program().put(reinterpret_cast<std::uint64_t>(place.node), node);
    return cudaSuccess;
}

// With the content that `content(content)` makes.
template <class MakeContent>
cudaError_t add(Call& call, const Place& place, cudaGraphNodeType type, MakeContent&& content) {
    return add(call, place, [&](std::vector<CUgraphNode_st*> after, CUgraphNode_st*& node) {
        Content made;
        if (const cudaError_t error = content(made); error != cudaSuccess) return error;
        node = call.runtime.graphs.add(*place.graph, type, std::move(after), std::move(made));
        return cudaSuccess;
    });
}

cudaError_t add_child(Call& call, const Place& place, cudaGraph_t child) {
    return add(call, place, [&](std::vector<CUgraphNode_st*> after, CUgraphNode_st*& node) {
        if (const cudaError_t error = check_graph(call, child); error != cudaSuccess) return error;
        node = call.runtime.graphs.add_child(*place.graph, std::move(after), *child);
        return cudaSuccess;
    });
}

cudaError_t add_any(Call& call, const Place& where, const cudaGraphNodeParams* place) {
    cudaGraphNodeParams parameters{};
    if (const cudaError_t error = fetch_any(call, place, parameters); error != cudaSuccess)
        return error;
    if (parameters.type == cudaGraphNodeTypeGraph)
        return add_child(call, where, parameters.graph.graph);
    return add(call, where, parameters.type,
               [&](Content& content) { return content_of(call, parameters, content); });
}

cudaError_t check_type(Call& call, const CUgraphNode_st* node, cudaGraphNodeType type) {
    if (const cudaError_t error = check_node(call, node); error != cudaSuccess) return error;
    if (node->type == type) return cudaSuccess;
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} was given a node of another type", call.api));
}

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

template <class MakeContent>
cudaError_t set(Call& call, cudaGraphNode_t node, cudaGraphNodeType type, MakeContent&& content) {
    if (const cudaError_t error = check_type(call, node, type); error != cudaSuccess) return error;
    Content made;
    if (const cudaError_t error = content(made); error != cudaSuccess) return error;
    node->content = std::move(made);
    return cudaSuccess;
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
    if (!may_become(node->content.get(), made.get()))
        return call.fail(
            cudaErrorInvalidValue,
            "an executable graph's node keeps its device, and the sides of a copy stay "
            "on the host or on the device");
    node->content = std::move(made);
    return cudaSuccess;
}

// The content of a node, of the class that its type has; null with an error.
template <class Its>
const Its* its(Call& call, cudaGraphNode_t node, cudaGraphNodeType type, const void* place,
               cudaError_t& error) {
    error = place == nullptr ? null_parameters(call) : check_type(call, node, type);
    if (error != cudaSuccess) return nullptr;
    const auto* found = dynamic_cast<const Its*>(node->content.get());
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
                       return content_of(call, plain(destination, source, bytes, kind), content);
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
            its<KernelContent>(call, node, cudaGraphNodeTypeKernel, parameters, error);
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
        const auto* copy = its<CopyContent>(call, node, cudaGraphNodeTypeMemcpy, parameters, error);
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
            return content_of(call, plain(destination, source, bytes, kind), content);
        });
    });
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* parameters) {
    return api_call(__func__, [&](Call& call) {
        cudaError_t error = cudaSuccess;
        const auto* set = its<SetContent>(call, node, cudaGraphNodeTypeMemset, parameters, error);
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
        const auto* host = its<HostContent>(call, node, cudaGraphNodeTypeHost, parameters, error);
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
            its<EventContent>(call, node, cudaGraphNodeTypeEventRecord, event, error);
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
        const auto* found = its<EventContent>(call, node, cudaGraphNodeTypeWaitEvent, event, error);
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
            return content_of(call, plain(destination, source, bytes, kind), content);
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

cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t* node, cudaGraph_t graph,
                                const cudaGraphNode_t* dependencies,
                                const cudaGraphEdgeData* /*data*/, size_t count,
                                cudaGraphNodeParams* parameters) {
    return api_call(__func__, [&](Call& call) {
        return add_any(call, {node, graph, dependencies, count}, parameters);
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
