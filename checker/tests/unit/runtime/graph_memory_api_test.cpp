// Memory nodes of graphs. What an H200 answered is in checker/tests/silicon/api_graph_memory.txt;
// what goes wrong with them in kernels is in checker/tests/corpus.
#include "graph_fixture.hpp"

#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

using Catch::Matchers::ContainsSubstring;
using vgpu::runtime::test::Graphs;

namespace {

// A graph that allocates `bytes` and stores there; it is captured in `stream`.
cudaGraph_t allocating(const Graphs& graphs, cudaStream_t stream, void*& memory,
                       std::size_t bytes = 64) {
    graphs.begin(stream);
    REQUIRE(cudaMallocAsync(&memory, bytes, stream) == cudaSuccess);
    REQUIRE(graphs.store_in(stream, memory, 7) == cudaSuccess);
    return Graphs::end(stream);
}

} // namespace

TEST_CASE_METHOD(Graphs, "memory of a graph is its own until the graph and its memory are gone") {
    void *memory = nullptr, *other = nullptr;
    cudaGraph_t graph = allocating(*this, first, memory);
    const cudaGraphExec_t exec = ready(graph);
    for (int i = 0; i < 3; ++i) { // nothing else gets the address while it is not allocated
        REQUIRE(cudaMalloc(&other, 64) == cudaSuccess);
        CHECK(other != memory);
        run(exec);
        unsigned value = 0;
        REQUIRE(cudaMemcpy(&value, memory, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
        CHECK(value == 7);
        REQUIRE(cudaFree(memory) == cudaSuccess);
    }
    run(exec);
    REQUIRE(cudaGraphExecDestroy(exec) == cudaSuccess);
    REQUIRE(cudaGraphDestroy(graph) == cudaSuccess);
    CHECK(cudaMemset(memory, 1, 64) == cudaSuccess); // the last launch's is still there
    CHECK(cudaFree(memory) == cudaSuccess);
    CHECK(cudaMemset(memory, 1, 64) == cudaErrorInvalidValue);
    CHECK(cudaFree(memory) == cudaErrorInvalidValue);
}

TEST_CASE_METHOD(Graphs, "a graph may go while its launch is still to run") {
    void* memory = nullptr;
    cudaGraph_t graph = allocating(*this, first, memory);
    const cudaGraphExec_t exec = ready(graph);
    REQUIRE(cudaGraphLaunch(exec, first) == cudaSuccess);
    REQUIRE(cudaMemcpyAsync(pinned, memory, 4, cudaMemcpyDeviceToHost, first) == cudaSuccess);
    REQUIRE(cudaFreeAsync(memory, first) == cudaSuccess);
    REQUIRE(cudaGraphExecDestroy(exec) == cudaSuccess);
    REQUIRE(cudaGraphDestroy(graph) == cudaSuccess);
    REQUIRE(cudaStreamSynchronize(first) == cudaSuccess);
    CHECK(pinned[0] == 7);
    CHECK(cudaFree(memory) == cudaErrorInvalidValue);
}

TEST_CASE_METHOD(Graphs, "what a launch allocated has to be freed before the next") {
    void* memory = nullptr;
    cudaGraph_t graph = allocating(*this, first, memory);
    cudaGraphExec_t exec = ready(graph);
    run(exec);
    explanations();
    CHECK(cudaGraphLaunch(exec, first) == cudaErrorInvalidValue);
    CHECK(cudaFreeAsync(memory, second) == cudaSuccess);
    CHECK(cudaFreeAsync(memory, second) == cudaErrorInvalidValue);
    const auto texts = explanations();
    CHECK_THAT(texts.at(0), ContainsSubstring("have not been freed"));
    CHECK_THAT(texts.at(1), ContainsSubstring("no launch has allocated"));
    REQUIRE(cudaStreamSynchronize(second) == cudaSuccess);
    run(exec);
    REQUIRE(cudaFree(memory) == cudaSuccess);

    REQUIRE(cudaGraphExecDestroy(exec) == cudaSuccess);
    REQUIRE(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch) ==
            cudaSuccess);
    run(exec);
    run(exec);
    CHECK(cudaFree(memory) == cudaSuccess);
}

TEST_CASE_METHOD(Graphs,
                 "a graph with memory nodes is one graph, and its trace tells what it allocates") {
    void* memory = nullptr;
    cudaGraph_t graph = allocating(*this, first, memory, 96), copy = nullptr;
    cudaGraphExec_t exec = ready(graph), another = nullptr;
    CHECK(cudaGraphClone(&copy, graph) == cudaErrorNotSupported);
    CHECK(cudaGraphInstantiate(&another, graph, 0) == cudaErrorNotSupported);
    begin(second);
    CHECK(cudaGraphLaunch(exec, second) == cudaErrorNotSupported);
    CHECK(end_fails(second) == cudaErrorStreamCaptureInvalidated);
    trace();
    run(exec);
    REQUIRE(cudaFree(memory) == cudaSuccess);
    std::size_t allocated = 0, freed = 0;
    const auto recorded = trace();
    for (const auto& one : recorded["events"]) {
        if (one["type"] == "allocate") allocated += one["bytes"].get<std::size_t>();
        if (one["type"] == "free") freed += one["bytes"].get<std::size_t>();
    }
    CHECK(allocated == 96);
    CHECK(freed == 96);
}

// With another schedule one of them comes first, and is reported as an invalid write.
TEST_CASE_METHOD(Graphs,
                 "memory that is used beside its allocation, or beside its free, is a race") {
    cudaGraphNodeParams parameters = {};
    parameters.type = cudaGraphNodeTypeMemAlloc;
    parameters.alloc.poolProps.allocType = cudaMemAllocationTypePinned;
    parameters.alloc.poolProps.location.type = cudaMemLocationTypeDevice;
    parameters.alloc.bytesize = 64;
    cudaGraph_t graph = nullptr;
    cudaGraphNode_t allocation = nullptr, end = nullptr;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    REQUIRE(cudaGraphAddNode(&allocation, graph, nullptr, nullptr, 0, &parameters) == cudaSuccess);
    void* memory = parameters.alloc.dptr;
    const bool is_beside_the_free = GENERATE(false, true);
    if (is_beside_the_free) {
        storing(graph, memory, 5, {allocation});
        REQUIRE(cudaGraphAddMemFreeNode(&end, graph, &allocation, 1, memory) == cudaSuccess);
    } else {
        storing(graph, memory, 5);
    }
    run(ready(graph));
    if (!is_beside_the_free) REQUIRE(cudaFree(memory) == cudaSuccess);
    const auto faults = trace()["faults"];
    REQUIRE(faults.size() == 1);
    CHECK_THAT(faults[0]["message"].get<std::string>(),
               ContainsSubstring(is_beside_the_free ? "and the free by cudaGraphLaunch"
                                                    : "the allocation by cudaGraphLaunch"));
}

TEST_CASE_METHOD(Graphs, "a graph finds no memory left") {
    void *memory = nullptr, *most = nullptr;
    std::size_t free_bytes = 0, total = 0;
    REQUIRE(cudaMemGetInfo(&free_bytes, &total) == cudaSuccess);
    cudaGraph_t graph = allocating(*this, first, memory, free_bytes / 2);
    const cudaGraphExec_t exec = ready(graph);
    REQUIRE(cudaMalloc(&most, free_bytes / 4 * 3) == cudaSuccess);
    REQUIRE(cudaFree(most) == cudaSuccess);
    run(exec);
    CHECK(cudaMalloc(&most, free_bytes / 4 * 3) == cudaErrorMemoryAllocation);
    CHECK(cudaFree(memory) == cudaSuccess);
}
