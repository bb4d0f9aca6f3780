// Launching a graph: the work of its nodes goes into the work queues, with the order that the edges
// give.
#pragma once

#include "vgpu/runtime/graph_nodes.hpp"

namespace vgpu::runtime {

// Whether they exist; with a sentence if not.
cudaError_t check_graph(Call& call, const CUgraph_st* graph);
cudaError_t check_node(Call& call, const CUgraphNode_st* node);
cudaError_t check_exec(Call& call, const CUgraphExec_st* exec);

// The nodes in a list of the program's; they have to be of the graph.
cudaError_t read_nodes(Call& call, const CUgraph_st& graph, const cudaGraphNode_t* list,
                       std::size_t count, std::vector<CUgraphNode_st*>& nodes);

cudaError_t launch_graph(Call& call, cudaGraphExec_t exec, cudaStream_t stream);
// A launch in a stream that is being captured, or in a graph that is built: the nodes become a
// child's.
cudaError_t capture_graph(Call& call, Capture& capture, cudaGraphExec_t exec, cudaStream_t stream);

} // namespace vgpu::runtime
