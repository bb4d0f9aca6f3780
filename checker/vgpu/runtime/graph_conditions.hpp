// Conditional nodes of graphs: the values that kernels set (cudaGraphSetConditional), and the
// bodies that run by them while the graph runs (CUDA C++ programming guide, "Conditional Graph
// Nodes").
//
// A body's nodes run one after the other, in an order that its edges allow. Races between its
// unordered nodes are not found yet.
#pragma once

#include "vgpu/runtime/graph_nodes.hpp"

#include <memory>
#include <vector>

namespace vgpu::runtime {

struct ConditionalContent final : NodeContent {
    std::shared_ptr<GraphCondition> condition;
    cudaGraphConditionalNodeType type = cudaGraphCondTypeIf;

    // The work needs the node's bodies: work_of_conditional() makes it.
    cudaError_t make_work(Call& call, cudaStream_t stream, Work& work) const override;
    std::string describe(Call& call) const override;
};

// Its handle is one of the graph's, and no other node has it; with as many bodies as the type
// allows.
cudaError_t content_of(Call& call, const CUgraph_st& graph,
                       const cudaConditionalNodeParams& parameters,
                       std::shared_ptr<const NodeContent>& content);
Work work_of_conditional(Call& call, const CUgraphNode_st& node);
// Gives the conditions of the graph that is launched the values that they begin with.
Work work_of_first_values(Call& call, const CUgraph_st& graph);
bool has_conditions(const CUgraph_st& graph);
// Checks a graph that is to be made ready: it must not be a body itself, and its bodies may hold
// only nodes that are allowed there.
cudaError_t check_bodies(Call& call, const CUgraph_st& graph);

} // namespace vgpu::runtime
