// For tests of captures and graphs: the usual steps with them.
#pragma once

#include "stream_fixture.hpp"

#include <cstddef>
#include <vector>

namespace vgpu::runtime::test {

class Graphs : public Streams {
  public:
    void begin(cudaStream_t stream,
               cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal) const {
        REQUIRE(cudaStreamBeginCapture(stream, mode) == cudaSuccess);
    }
    static cudaGraph_t end(cudaStream_t stream) {
        cudaGraph_t graph = nullptr;
        REQUIRE(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
        REQUIRE(graph != nullptr);
        return graph;
    }
    static cudaError_t end_fails(cudaStream_t stream) {
        auto* graph = reinterpret_cast<cudaGraph_t>(1);
        const cudaError_t error = cudaStreamEndCapture(stream, &graph);
        CHECK(graph == nullptr);
        return error;
    }
    static cudaGraphExec_t ready(cudaGraph_t graph) {
        cudaGraphExec_t exec = nullptr;
        REQUIRE(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
        return exec;
    }
    void run(cudaGraphExec_t exec) const {
        REQUIRE(cudaGraphLaunch(exec, first) == cudaSuccess);
        REQUIRE(cudaStreamSynchronize(first) == cudaSuccess);
    }
    static std::size_t nodes_of(cudaGraph_t graph) {
        std::size_t count = 0;
        REQUIRE(cudaGraphGetNodes(graph, nullptr, &count) == cudaSuccess);
        return count;
    }
    static std::size_t edges_of(cudaGraph_t graph) {
        std::size_t count = 0;
        REQUIRE(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &count) == cudaSuccess);
        return count;
    }

    // A node that stores the value.
    cudaGraphNode_t storing(cudaGraph_t graph, void* place, unsigned value,
                            std::vector<cudaGraphNode_t> after = {}) const {
        void* arguments[] = {&place, &value};
        const cudaKernelNodeParams parameters{
            const_cast<void*>(function), 1, 1, 0, arguments, nullptr};
        cudaGraphNode_t node = nullptr;
        REQUIRE(cudaGraphAddKernelNode(&node, graph, after.data(), after.size(), &parameters) ==
                cudaSuccess);
        return node;
    }
};

// The only body of a new conditional node, without others before it.
inline cudaGraph_t add_conditional(cudaGraph_t graph, cudaGraphConditionalHandle handle,
                                   cudaGraphConditionalNodeType type) {
    cudaGraphNodeParams parameters = {};
    parameters.type = cudaGraphNodeTypeConditional;
    parameters.conditional.handle = handle;
    parameters.conditional.type = type;
    parameters.conditional.size = 1;
    cudaGraphNode_t node = nullptr;
    REQUIRE(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &parameters) == cudaSuccess);
    REQUIRE(parameters.conditional.phGraph_out != nullptr);
    return parameters.conditional.phGraph_out[0];
}

} // namespace vgpu::runtime::test
