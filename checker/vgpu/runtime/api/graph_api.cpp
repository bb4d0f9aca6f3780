// Graphs as a whole: making them, asking about them, changing their edges.
#include "vgpu/runtime/call_checks.hpp"
#include "vgpu/runtime/graph_conditions.hpp"
#include "vgpu/runtime/graph_launch.hpp"
#include "vgpu/runtime/graph_memory.hpp"
#include "vgpu/runtime/graph_text.hpp"
#include "vgpu/runtime/program_api.hpp"

#include <fmt/core.h>

#include <algorithm>

using namespace vgpu::runtime;

namespace {

using Nodes = std::vector<CUgraphNode_st*>;
using Edges = std::vector<std::pair<CUgraphNode_st*, CUgraphNode_st*>>;

// A list of nodes into the program's memory, as CUDA has it: without a list only their number;
// what is left of a longer list becomes null.
cudaError_t answer(Call& call, const Nodes& found, cudaGraphNode_t* list, std::size_t* count) {
    const auto place = reinterpret_cast<std::uint64_t>(count);
    const auto room = host_program().get<std::size_t>(place);
    if (!room) return null_answer(call);
    std::size_t given = found.size();
    if (list != nullptr) {
        given = std::min(*room, found.size());
        Nodes row(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(given));
        row.resize(std::min(*room, Graphs::most_nodes), nullptr);
        if (!row.empty() && !host_program().write_bytes(reinterpret_cast<std::uint64_t>(list),
                                                        row.data(), row.size() * sizeof row[0]))
            return call.fail(cudaErrorInvalidValue, "the list for the nodes cannot be written");
    }
    host_program().put(place, given);
    return cudaSuccess;
}

cudaError_t answer(Call& call, const Edges& edges, cudaGraphNode_t* from, cudaGraphNode_t* to,
                   cudaGraphEdgeData* data, std::size_t* count) {
    if ((from == nullptr) != (to == nullptr))
        return call.fail(cudaErrorInvalidValue, "one of the two lists for the edges is missing");
    Nodes begins, ends;
    for (const auto& [begin, end] : edges) {
        begins.push_back(begin);
        ends.push_back(end);
    }
    const auto room = host_program().get<std::size_t>(reinterpret_cast<std::uint64_t>(count));
    if (!room) return null_answer(call);
    const std::vector<cudaGraphEdgeData> plain(std::min(*room, edges.size()));
    if (data != nullptr && from != nullptr && !plain.empty() &&
        !host_program().write_bytes(reinterpret_cast<std::uint64_t>(data), plain.data(),
                                    plain.size() * sizeof plain[0]))
        return call.fail(cudaErrorInvalidValue, "the list for the edges cannot be written");
    if (from != nullptr) {
        if (const cudaError_t error = answer(call, begins, from, count); error != cudaSuccess)
            return error;
        host_program().put(reinterpret_cast<std::uint64_t>(count), *room);
    }
    return answer(call, ends, to, count);
}

cudaError_t edges_of(Call& call, cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                     cudaGraphEdgeData* data, std::size_t* count) {
    if (const cudaError_t error = check_graph(call, graph); error != cudaSuccess) return error;
    Edges edges;
    for (const auto& node : graph->nodes)
        for (CUgraphNode_st* before : node->after) edges.emplace_back(before, node.get());
    return answer(call, edges, from, to, data, count);
}

cudaError_t neighbours(Call& call, cudaGraphNode_t node, bool before, cudaGraphNode_t* list,
                       cudaGraphEdgeData* data, std::size_t* count) {
    if (const cudaError_t error = check_node(call, node); error != cudaSuccess) return error;
    Nodes found = before ? node->after : Nodes();
    if (!before)
        for (const auto& other : node->graph->nodes)
            if (std::ranges::find(other->after, node) != other->after.end())
                found.push_back(other.get());
    const auto room = host_program().get<std::size_t>(reinterpret_cast<std::uint64_t>(count));
    if (list != nullptr && data != nullptr && room) {
        const std::vector<cudaGraphEdgeData> plain(std::min(*room, found.size()));
        if (!plain.empty() &&
            !host_program().write_bytes(reinterpret_cast<std::uint64_t>(data), plain.data(),
                                        plain.size() * sizeof plain[0]))
            return call.fail(cudaErrorInvalidValue, "the list for the edges cannot be written");
    }
    return answer(call, found, list, count);
}

// Edges from the nodes of the one list to those of the other.
cudaError_t change_edges(Call& call, cudaGraph_t graph, const cudaGraphNode_t* from_list,
                         const cudaGraphNode_t* to_list, std::size_t count, bool add) {
    if (const cudaError_t error = check_graph(call, graph); error != cudaSuccess) return error;
    if (!add)
        if (const cudaError_t error = refuse_memory_nodes(call, *graph); error != cudaSuccess)
            return error;
    constexpr std::size_t most = 1 << 20; // at once
    if (count > most)
        return call.fail(cudaErrorInvalidValue, fmt::format("{} edges are too many", count));
    Nodes from(count), to(count);
    for (const auto& [list, nodes] : {std::pair(from_list, &from), std::pair(to_list, &to)})
        if (count != 0 &&
            (list == nullptr || !host_program().read_bytes(reinterpret_cast<std::uint64_t>(list),
                                                           nodes->data(), count * sizeof(void*))))
            return call.fail(cudaErrorInvalidValue, "a list of nodes cannot be read");
    for (std::size_t i = 0; i < count; ++i) {
        for (const CUgraphNode_st* node : {from[i], to[i]})
            if (!call.runtime.graphs.knows(node) || node->graph != graph)
                return call.fail(cudaErrorInvalidValue,
                                 fmt::format("a node given to {} is none of the graph", call.api));
        const bool is_there = std::ranges::find(to[i]->after, from[i]) != to[i]->after.end();
        if (from[i] == to[i] || is_there == add)
            return call.fail(cudaErrorInvalidValue, from[i] == to[i]
                                                        ? "a node cannot come after itself"
                                                    : add ? "there is such an edge already"
                                                          : "there is no such edge");
    }
    for (std::size_t i = 0; i < count; ++i) {
        Nodes& after = to[i]->after;
        std::erase(after, from[i]); // a list can say it twice
        if (add) after.push_back(from[i]);
    }
    return cudaSuccess;
}

} // namespace

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
    return api_call(__func__, [&](Call& call) {
        if (graph == nullptr) return null_answer(call);
        if (flags != 0)
            return call.fail(cudaErrorInvalidValue, "the flags of cudaGraphCreate have to be 0");
        *graph = call.runtime.graphs.create(Call::current_device());
        call.runtime.note_place(*graph);
        return cudaSuccess;
    });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_graph(call, graph); error != cudaSuccess) return error;
        if (graph->captures != 0)
            return call.fail(cudaErrorIllegalState, "the graph is still being captured");
        if (!call.runtime.graphs.destroy(graph))
            return call.fail(cudaErrorInvalidValue,
                             "the graph is the child of a node, and goes with it");
        return cudaSuccess;
    });
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t original) {
    return api_call(__func__, [&](Call& call) {
        if (clone == nullptr) return null_answer(call);
        if (const cudaError_t error = check_graph(call, original); error != cudaSuccess)
            return error;
        if (const cudaError_t error = refuse_single(call, *original); error != cudaSuccess)
            return error;
        *clone = call.runtime.graphs.clone(*original);
        call.runtime.note_place(*clone);
        return cudaSuccess;
    });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original,
                                     cudaGraph_t clone) {
    return api_call(__func__, [&](Call& call) {
        if (node == nullptr) return null_answer(call);
        if (const cudaError_t error = check_node(call, original); error != cudaSuccess)
            return error;
        if (const cudaError_t error = check_graph(call, clone); error != cudaSuccess) return error;
        *node = find_copy(*clone, *original);
        if (*node != nullptr) return cudaSuccess;
        return call.fail(cudaErrorInvalidValue, "the graph has no copy of the node");
    });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_graph(call, graph); error != cudaSuccess) return error;
        Nodes found;
        for (const auto& node : graph->nodes) found.push_back(node.get());
        return answer(call, found, nodes, count);
    });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_graph(call, graph); error != cudaSuccess) return error;
        Nodes found;
        for (const auto& node : graph->nodes)
            if (node->after.empty()) found.push_back(node.get());
        return answer(call, found, nodes, count);
    });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* data, size_t* count) {
    return api_call(__func__, [&](Call& call) {
        if (call.runtime.soname_version == 12) // where it has no data
            return edges_of(call, graph, from, to, nullptr, reinterpret_cast<size_t*>(data));
        return edges_of(call, graph, from, to, data, count);
    });
}

cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                 cudaGraphEdgeData* data, size_t* count) {
    return api_call(__func__,
                    [&](Call& call) { return edges_of(call, graph, from, to, data, count); });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* list,
                                         cudaGraphEdgeData* data, size_t* count) {
    return api_call(__func__, [&](Call& call) {
        if (call.runtime.soname_version == 12)
            return neighbours(call, node, true, list, nullptr, reinterpret_cast<size_t*>(data));
        return neighbours(call, node, true, list, data, count);
    });
}

cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node, cudaGraphNode_t* list,
                                            cudaGraphEdgeData* data, size_t* count) {
    return api_call(__func__,
                    [&](Call& call) { return neighbours(call, node, true, list, data, count); });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* list,
                                           cudaGraphEdgeData* data, size_t* count) {
    return api_call(__func__, [&](Call& call) {
        if (call.runtime.soname_version == 12)
            return neighbours(call, node, false, list, nullptr, reinterpret_cast<size_t*>(data));
        return neighbours(call, node, false, list, data, count);
    });
}

cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t* list,
                                              cudaGraphEdgeData* data, size_t* count) {
    return api_call(__func__,
                    [&](Call& call) { return neighbours(call, node, false, list, data, count); });
}

// What annotates an edge are promises that let kernels overlap; without them they come one after
// the other.
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData* data,
                                     size_t count) {
    return api_call(__func__, [&](Call& call) {
        if (call.runtime.soname_version == 12) count = reinterpret_cast<size_t>(data);
        return change_edges(call, graph, from, to, count, true);
    });
}

cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to,
                                        const cudaGraphEdgeData* /*data*/, size_t count) {
    return api_call(__func__,
                    [&](Call& call) { return change_edges(call, graph, from, to, count, true); });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData* data,
                                        size_t count) {
    return api_call(__func__, [&](Call& call) {
        if (call.runtime.soname_version == 12) count = reinterpret_cast<size_t>(data);
        return change_edges(call, graph, from, to, count, false);
    });
}

cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from,
                                           const cudaGraphNode_t* to,
                                           const cudaGraphEdgeData* /*data*/, size_t count) {
    return api_call(__func__,
                    [&](Call& call) { return change_edges(call, graph, from, to, count, false); });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
    return api_call(__func__, [&](Call& call) {
        if (const cudaError_t error = check_node(call, node); error != cudaSuccess) return error;
        if (node->graph->captures != 0)
            return call.fail(cudaErrorIllegalState, "the node's graph is still being captured");
        if (const cudaError_t error = refuse_memory_nodes(call, *node->graph); error != cudaSuccess)
            return error;
        call.runtime.graphs.remove(*node);
        return cudaSuccess;
    });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
    return api_call(__func__, [&](Call& call) {
        if (type == nullptr) return null_answer(call);
        const cudaError_t error = check_node(call, node);
        if (error == cudaSuccess) *type = node->type;
        return error;
    });
}

cudaError_t workbook_graph_dot(cudaGraph_t graph, unsigned flags, std::uint64_t room,
                               std::uint64_t* bytes) {
    return api_call("cudaGraphDebugDotPrint", [&](Call& call) {
        if (const cudaError_t error = check_graph(call, graph); error != cudaSuccess) return error;
        const std::string text = dot_of(call, *graph, flags);
        const std::uint64_t fit = std::min<std::uint64_t>(*bytes, text.size());
        *bytes = text.size();
        if (fit != 0 && !host_program().write_bytes(room, text.data(), fit))
            return call.fail(cudaErrorInvalidValue, "the place for the text cannot be written");
        return cudaSuccess;
    });
}

} // extern "C"
