// Correct programs with conditions of graphs.
#include "corpus.hpp"

namespace graph_conditions {

__global__ void choose(cudaGraphConditionalHandle handle, unsigned value) {
    cudaGraphSetConditional(handle, value);
}
__global__ void count(int* out) { ++*out; }

// What was made ready of a graph, and its launches, keep the handle.
CASE(graph_condition_behind_its_graph) {
    const Array<int> out(1, 0);
    cudaGraph_t graph = nullptr;
    cudaGraphConditionalHandle handle = 0;
    SUCCEED(cudaGraphCreate(&graph, 0));
    SUCCEED(cudaGraphConditionalHandleCreate(&handle, graph, 0, cudaGraphCondAssignDefault));
    unsigned value = 1;
    int* place = out;
    void *of_choose[] = {&handle, &value}, *of_count[] = {&place};
    cudaKernelNodeParams kernel{};
    kernel.func = reinterpret_cast<void*>(choose);
    kernel.gridDim = kernel.blockDim = 1;
    kernel.kernelParams = of_choose;
    cudaGraphNode_t first = nullptr, node = nullptr;
    SUCCEED(cudaGraphAddKernelNode(&first, graph, nullptr, 0, &kernel));
    cudaGraphNodeParams parameters{};
    parameters.type = cudaGraphNodeTypeConditional;
    parameters.conditional.handle = handle;
    parameters.conditional.type = cudaGraphCondTypeIf;
    parameters.conditional.size = 1;
    SUCCEED(cudaGraphAddNode(&node, graph, &first, nullptr, 1, &parameters));
    kernel.func = reinterpret_cast<void*>(count);
    kernel.kernelParams = of_count;
    SUCCEED(cudaGraphAddKernelNode(&node, parameters.conditional.phGraph_out[0], nullptr, 0, &kernel));
    cudaGraphExec_t exec = nullptr;
    SUCCEED(cudaGraphInstantiate(&exec, graph, 0));
    SUCCEED(cudaGraphDestroy(graph));
    SUCCEED(cudaGraphLaunch(exec, nullptr));
    SUCCEED(cudaGraphLaunch(exec, nullptr));
    SUCCEED(cudaGraphExecDestroy(exec));
    EXPECT(out[0] == 2);
}

} // namespace graph_conditions
