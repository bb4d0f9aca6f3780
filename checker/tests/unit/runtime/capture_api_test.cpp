// Captures: what they take, which streams join them, what they forbid.
#include "graph_fixture.hpp"

#include <catch2/matchers/catch_matchers_string.hpp>

#include <thread>

using Catch::Matchers::ContainsSubstring;
using vgpu::runtime::test::Graphs;

namespace {

std::size_t count_of(const nlohmann::json& trace, const char* type) {
    std::size_t found = 0;
    for (const auto& entry : trace["events"]) found += entry["type"] == type;
    return found;
}

} // namespace

TEST_CASE_METHOD(Graphs, "what a captured stream is given runs when the graph is launched") {
    begin(first);
    CHECK(store_in(first, pinned, 1) == cudaSuccess);
    CHECK(cudaMemcpyAsync(pinned + 1, pinned, 4, cudaMemcpyHostToHost, first) == cudaSuccess);
    CHECK(cudaMemsetAsync(pinned + 2, 1, 4, first) == cudaSuccess);
    CHECK(cudaLaunchHostFunc(
              first, [](void* place) { ++*static_cast<unsigned*>(place); }, pinned + 3) ==
          cudaSuccess);
    const cudaGraph_t graph = end(first);
    CHECK(nodes_of(graph) == 4);
    CHECK(edges_of(graph) == 3);
    CHECK(cudaStreamSynchronize(first) == cudaSuccess);
    CHECK(pinned[0] == 0);
    CHECK(count_of(trace(), "launch") == 0);

    const cudaGraphExec_t exec = ready(graph);
    CHECK(cudaGraphDestroy(graph) == cudaSuccess); // the executable one lives on
    CHECK(cudaGraphUpload(exec, first) == cudaSuccess);
    REQUIRE(cudaGraphLaunch(exec, first) == cudaSuccess);
    CHECK(pinned[0] == 0); // it was not waited for
    REQUIRE(cudaStreamSynchronize(first) == cudaSuccess);
    CHECK(pinned[0] == 1);
    CHECK(pinned[1] == 1);
    CHECK(pinned[2] == 0x01010101);
    CHECK(pinned[3] == 1);
    const auto told = trace();
    CHECK(count_of(told, "launch") == 1);
    CHECK(count_of(told, "copy") == 1);
    CHECK(count_of(told, "set") == 1);
    run(exec);
    CHECK(pinned[3] == 2);
    CHECK(cudaGraphExecDestroy(exec) == cudaSuccess);
}

TEST_CASE_METHOD(Graphs, "streams join a capture by events, and have to come back") {
    const auto fork = [&] {
        CHECK(store_in(first, pinned, 1) == cudaSuccess);
        CHECK(cudaEventRecord(event, first) == cudaSuccess);
        CHECK(cudaStreamWaitEvent(second, event, 0) == cudaSuccess);
        CHECK(store_in(second, pinned + 1, 2) == cudaSuccess);
        CHECK(store_in(first, pinned + 2, 3) == cudaSuccess);
        CHECK(cudaEventRecord(later, second) == cudaSuccess);
    };
    begin(first);
    fork();
    cudaStreamCaptureStatus status{};
    CHECK(cudaStreamIsCapturing(second, &status) == cudaSuccess);
    CHECK(status == cudaStreamCaptureStatusActive);
    CHECK(cudaStreamWaitEvent(first, later, 0) == cudaSuccess);

    const cudaGraphNode_t* ends = nullptr;
    std::size_t how_many = 0;
    cudaGraph_t captured = nullptr;
    unsigned long long id = 0;
    CHECK(cudaStreamGetCaptureInfo(first, &status, &id, &captured, &ends, nullptr, &how_many) ==
          cudaSuccess);
    CHECK(how_many == 2);
    CHECK(id != 0);
    cudaGraphNodeType type{};
    CHECK(cudaGraphNodeGetType(ends[1], &type) == cudaSuccess);
    CHECK(type == cudaGraphNodeTypeKernel);

    CHECK(store_in(first, pinned + 3, 4) == cudaSuccess);
    const cudaGraph_t graph = end(first);
    CHECK(graph == captured);
    CHECK(cudaStreamIsCapturing(second, &status) == cudaSuccess);
    CHECK(status == cudaStreamCaptureStatusNone);
    CHECK(nodes_of(graph) == 4);
    CHECK(edges_of(graph) == 4);
    std::array<cudaGraphNode_t, 3> roots{};
    std::size_t room = roots.size();
    CHECK(cudaGraphGetRootNodes(graph, roots.data(), &room) == cudaSuccess);
    CHECK(room == 1);
    CHECK(roots[1] == nullptr);
    run(ready(graph));
    CHECK(pinned[0] + pinned[1] + pinned[2] + pinned[3] == 10);

    begin(first);
    fork();
    CHECK(end_fails(first) == cudaErrorStreamCaptureUnjoined);
    CHECK_THAT(explanations().back(), ContainsSubstring("does not wait for"));
    CHECK(cudaStreamIsCapturing(second, &status) == cudaSuccess);
    CHECK(status == cudaStreamCaptureStatusNone);

    begin(first);
    fork();
    CHECK(end_fails(second) == cudaErrorStreamCaptureUnmatched);
    CHECK(end_fails(first) == cudaErrorStreamCaptureInvalidated);
    CHECK(end_fails(first) == cudaErrorIllegalState);
}

TEST_CASE_METHOD(Graphs, "what cannot be captured is refused, and the capture has no graph") {
    begin(first);
    CHECK(cudaStreamSynchronize(first) == cudaErrorStreamCaptureUnsupported);
    cudaStreamCaptureStatus status{};
    CHECK(cudaStreamIsCapturing(first, &status) == cudaSuccess);
    CHECK(status == cudaStreamCaptureStatusInvalidated);
    CHECK(store_in(first, pinned, 1) == cudaErrorStreamCaptureInvalidated);
    CHECK(end_fails(first) == cudaErrorStreamCaptureInvalidated);

    begin(first);
    CHECK(cudaStreamQuery(first) == cudaErrorStreamCaptureUnsupported);
    CHECK(end_fails(first) == cudaErrorStreamCaptureInvalidated);

    begin(first);
    CHECK(cudaDeviceSynchronize() == cudaErrorStreamCaptureUnsupported);
    CHECK(end_fails(first) == cudaErrorStreamCaptureInvalidated);

    begin(first); // waits for what is not in the graph
    REQUIRE(cudaEventRecord(event, second) == cudaSuccess);
    CHECK(cudaStreamWaitEvent(first, event, 0) == cudaErrorStreamCaptureIsolation);
    CHECK(end_fails(first) == cudaErrorStreamCaptureInvalidated);

    begin(first);
    begin(second);
    REQUIRE(cudaEventRecord(event, first) == cudaSuccess);
    CHECK(cudaStreamWaitEvent(second, event, 0) == cudaErrorStreamCaptureMerge);
    CHECK(end_fails(first) == cudaErrorStreamCaptureInvalidated);
    CHECK(end_fails(second) == cudaErrorStreamCaptureInvalidated);

    begin(first, cudaStreamCaptureModeRelaxed);
    REQUIRE(cudaEventRecord(event, first) == cudaSuccess);
    CHECK(cudaEventQuery(event) == cudaErrorCapturedEvent);
    CHECK(end_fails(first) == cudaErrorStreamCaptureInvalidated);
    CHECK(cudaStreamWaitEvent(second, event, 0) == cudaErrorInvalidValue);
    CHECK(cudaEventRecord(event, first) == cudaSuccess); // which makes it an event again
    CHECK(cudaEventSynchronize(event) == cudaSuccess);

    CHECK(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal) ==
          cudaErrorStreamCaptureUnsupported);
    CHECK(cudaStreamBeginCapture(first, static_cast<cudaStreamCaptureMode>(3)) ==
          cudaErrorInvalidValue);
    begin(first);
    CHECK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal) == cudaErrorIllegalState);
    CHECK(cudaStreamDestroy(first) == cudaSuccess); // and the capture with it
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE_METHOD(Graphs, "the legacy stream waits for no stream that is being captured") {
    void* device = allocate(4);
    unsigned value = 0;
    begin(blocking);
    CHECK(store_in(nullptr, pinned, 1) == cudaErrorStreamCaptureImplicit);
    CHECK(end_fails(blocking) == cudaErrorStreamCaptureInvalidated);
    begin(blocking);
    CHECK(cudaMemcpy(&value, device, 4, cudaMemcpyDeviceToHost) == cudaErrorStreamCaptureImplicit);
    CHECK(end_fails(blocking) == cudaErrorStreamCaptureInvalidated);
    begin(first);
    CHECK(store_in(nullptr, pinned, 1) == cudaSuccess);
    CHECK(cudaMemcpy(&value, device, 4, cudaMemcpyDeviceToHost) ==
          cudaErrorStreamCaptureUnsupported);
    CHECK(end_fails(first) == cudaErrorStreamCaptureInvalidated);
}

TEST_CASE_METHOD(Graphs, "the mode of a capture says what may be called meanwhile") {
    const auto allocates = [] {
        void* memory = nullptr;
        return cudaMalloc(&memory, 64);
    };
    const auto elsewhere = [&](cudaStreamCaptureMode mode) {
        cudaError_t error = cudaSuccess;
        std::thread([&] {
            cudaStreamCaptureMode mine = mode;
            REQUIRE(cudaThreadExchangeStreamCaptureMode(&mine) == cudaSuccess);
            error = allocates();
        }).join();
        return error;
    };
    begin(first);
    CHECK(elsewhere(cudaStreamCaptureModeThreadLocal) == cudaSuccess);
    CHECK(elsewhere(cudaStreamCaptureModeRelaxed) == cudaSuccess);
    CHECK(elsewhere(cudaStreamCaptureModeGlobal) == cudaErrorStreamCaptureUnsupported);
    CHECK(end_fails(first) == cudaErrorStreamCaptureInvalidated);

    begin(first, cudaStreamCaptureModeThreadLocal);
    CHECK(elsewhere(cudaStreamCaptureModeGlobal) == cudaSuccess);
    CHECK(allocates() == cudaErrorStreamCaptureUnsupported);
    CHECK(end_fails(first) == cudaErrorStreamCaptureInvalidated);

    begin(first, cudaStreamCaptureModeRelaxed);
    CHECK(allocates() == cudaSuccess);
    CHECK(elsewhere(cudaStreamCaptureModeGlobal) == cudaSuccess);
    end(first);

    begin(first);
    std::thread([&] { CHECK(end_fails(first) == cudaErrorStreamCaptureWrongThread); }).join();
    CHECK(end_fails(first) == cudaErrorIllegalState);
    begin(first, cudaStreamCaptureModeRelaxed);
    std::thread([&] { end(first); }).join();
}
