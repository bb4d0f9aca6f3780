// Streams, events and memory for tests of captures and graphs, and the usual steps with them.
#pragma once

#include "api_fixture.hpp"

#include <cstddef>
#include <cstring>
#include <vector>

namespace vgpu::runtime::test {

class Graphs : public Fixture {
  public:
    Graphs() { make(); }
    // Also in a process of its own, which has a device of its own.
    void make() {
        REQUIRE(cudaMallocHost(reinterpret_cast<void**>(&pinned), 64) == cudaSuccess);
        std::memset(pinned, 0, 64);
        REQUIRE(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking) == cudaSuccess);
        REQUIRE(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking) == cudaSuccess);
        REQUIRE(cudaStreamCreate(&blocking) == cudaSuccess);
        REQUIRE(cudaEventCreate(&event) == cudaSuccess);
        REQUIRE(cudaEventCreate(&later) == cudaSuccess);
    }

    cudaError_t store_in(cudaStream_t stream, void* place, unsigned value) const {
        void* arguments[] = {&place, &value};
        return cudaLaunchKernel(function, 1, 1, arguments, 0, stream);
    }
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

    const void* function = kernel("store");
    unsigned* pinned = nullptr;
    cudaStream_t first = nullptr, second = nullptr, blocking = nullptr;
    cudaEvent_t event = nullptr, later = nullptr;
};

} // namespace vgpu::runtime::test
