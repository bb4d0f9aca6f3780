// Adding a node to a graph: what all functions that do it have in common.
#pragma once

#include "vgpu/runtime/graph_contents.hpp"
#include "vgpu/runtime/graph_launch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace vgpu::runtime {

// What a function that adds a node is given besides what the node does.
struct NodePlace {
    cudaGraphNode_t* node;
    cudaGraph_t graph;
    const cudaGraphNode_t* dependencies;
    size_t count;
};

// Adds it with what `make` adds to the graph; a null node: there is no room.
template <class Make>
cudaError_t add(Call& call, const NodePlace& place, Make&& make) {
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

// Adds a node; `content(made)` makes its content.
template <class MakeContent>
cudaError_t add(Call& call, const NodePlace& place, cudaGraphNodeType type, MakeContent&& content) {
    return add(call, place, [&](std::vector<CUgraphNode_st*> after, CUgraphNode_st*& node) {
        Content made;
        if (const cudaError_t error = content(made); error != cudaSuccess) return error;
        node = call.runtime.graphs.add(*place.graph, type, std::move(after), std::move(made));
        return cudaSuccess;
    });
}

// What the parameters of an allocation node say.
struct AllocationWish {
    cudaMemPoolProps pool;
    const cudaMemAccessDesc* descriptions;
    std::size_t description_count;
    std::uint64_t bytes;
};
cudaError_t add_allocation(Call& call, const NodePlace& place, const AllocationWish& wish,
                           std::uint64_t& address);
cudaError_t add_free(Call& call, const NodePlace& place, const void* pointer);

} // namespace vgpu::runtime
