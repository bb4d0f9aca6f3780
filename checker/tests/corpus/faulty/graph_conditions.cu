// Conditions of graphs: handles that are no more.
#include "corpus.hpp"

namespace graph_conditions {

__global__ void choose(cudaGraphConditionalHandle handle, unsigned value) {
    cudaGraphSetConditional(handle, value); // fault: graph_condition_of_a_graph_that_is_gone
}
CASE(graph_condition_of_a_graph_that_is_gone) {
    cudaGraph_t graph = nullptr;
    cudaGraphConditionalHandle handle = 0;
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&handle, graph, 0, 0);
    cudaGraphDestroy(graph);
    choose<<<1, 1>>>(handle, 1);
}
// The new graph may be where the old one was.
CASE(graph_condition_of_another_graph) {
    cudaGraph_t graph = nullptr;
    cudaGraphConditionalHandle handle = 0;
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&handle, graph, 0, 0);
    cudaGraphDestroy(graph);
    cudaGraphCreate(&graph, 0);
    cudaGraphNodeParams parameters{};
    parameters.type = cudaGraphNodeTypeConditional;
    parameters.conditional.handle = handle;
    parameters.conditional.type = cudaGraphCondTypeIf;
    parameters.conditional.size = 1;
    cudaGraphNode_t node = nullptr;
    cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &parameters);
}

} // namespace graph_conditions
