// Graphs: captured from streams or built by hand, made ready, launched, changed.
#include "api_fixture.hpp"

#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>
#include <thread>

using Catch::Matchers::ContainsSubstring;
using vgpu::runtime::test::Fixture;
using vgpu::runtime::test::in_a_process_of_its_own;

extern "C" { // what CUDA 12 calls them
cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                                 cudaGraphEdgeData* data, std::size_t* count);
cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData* data,
                                        std::size_t count);
cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                        unsigned long long* id, cudaGraph_t* graph,
                                        const cudaGraphNode_t** nodes, std::size_t* count);
}

namespace {

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

    begin(first);
    void* memory = nullptr;
    CHECK(cudaMallocAsync(&memory, 64, first) == cudaErrorNotSupported);
    CHECK(end_fails(first) == cudaErrorStreamCaptureInvalidated);

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

TEST_CASE_METHOD(Graphs, "a graph is launched in the order of its stream, and of its launches") {
    begin(second);
    REQUIRE(store_in(second, pinned, 7) == cudaSuccess);
    const cudaGraphExec_t exec = ready(end(second));
    REQUIRE(store_in(first, pinned, 1) == cudaSuccess);
    REQUIRE(cudaGraphLaunch(exec, first) == cudaSuccess);
    REQUIRE(cudaMemcpyAsync(pinned + 1, pinned, 4, cudaMemcpyDefault, first) == cudaSuccess);
    REQUIRE(store_in(first, pinned, 3) == cudaSuccess);
    REQUIRE(cudaStreamSynchronize(first) == cudaSuccess);
    CHECK(pinned[0] == 3);
    CHECK(pinned[1] == 7);

    pinned[0] = 0;
    REQUIRE(cudaGraphLaunch(exec, first) == cudaSuccess);
    REQUIRE(cudaGraphLaunch(exec, second) == cudaSuccess);
    REQUIRE(cudaStreamSynchronize(second) == cudaSuccess); // the first one ran before
    CHECK(cudaStreamQuery(first) == cudaSuccess);
    CHECK(pinned[0] == 7);
}

TEST_CASE_METHOD(Graphs, "a graph that is built by hand") {
    void* device = allocate(16);
    cudaGraph_t graph = nullptr;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    cudaMemsetParams set{device, 0, 0x0102, 2, 8, 1};
    cudaGraphNode_t setting = nullptr, copying = nullptr, joining = nullptr, calling = nullptr;
    REQUIRE(cudaGraphAddMemsetNode(&setting, graph, nullptr, 0, &set) == cudaSuccess);
    const cudaGraphNode_t one = storing(graph, device, 5, {setting});
    const cudaGraphNode_t two = storing(graph, static_cast<unsigned*>(device) + 1, 6, {setting});
    const std::array both{one, two};
    REQUIRE(cudaGraphAddEmptyNode(&joining, graph, both.data(), 2) == cudaSuccess);
    REQUIRE(cudaGraphAddMemcpyNode1D(&copying, graph, nullptr, 0, pinned, device, 16,
                                     cudaMemcpyDeviceToHost) == cudaSuccess);
    REQUIRE(cudaGraphAddDependencies(graph, &joining, &copying, nullptr, 1) == cudaSuccess);
    const cudaHostNodeParams host{[](void* place) { *static_cast<unsigned*>(place) += 1; }, pinned};
    REQUIRE(cudaGraphAddHostNode(&calling, graph, &copying, 1, &host) == cudaSuccess);

    CHECK(nodes_of(graph) == 6);
    CHECK(edges_of(graph) == 6);
    std::size_t room = 4;
    std::array<cudaGraphNode_t, 4> found{};
    CHECK(cudaGraphNodeGetDependencies(joining, found.data(), nullptr, &room) == cudaSuccess);
    CHECK(room == 2);
    room = 4;
    CHECK(cudaGraphNodeGetDependentNodes(setting, found.data(), nullptr, &room) == cudaSuccess);
    CHECK(room == 2);
    CHECK(found[1] == two);

    cudaKernelNodeParams kernel{};
    REQUIRE(cudaGraphKernelNodeGetParams(two, &kernel) == cudaSuccess);
    CHECK(kernel.func == function);
    CHECK(kernel.gridDim.x == 1);
    CHECK(*static_cast<unsigned*>(kernel.kernelParams[1]) == 6);
    cudaMemcpy3DParms copy{};
    REQUIRE(cudaGraphMemcpyNodeGetParams(copying, &copy) == cudaSuccess);
    CHECK(copy.srcPtr.ptr == device);
    CHECK(copy.extent.width == 16);
    cudaMemsetParams same{};
    REQUIRE(cudaGraphMemsetNodeGetParams(setting, &same) == cudaSuccess);
    CHECK(same.width == 8);
    CHECK(same.elementSize == 2);

    run(ready(graph));
    CHECK(pinned[0] == 6);
    CHECK(pinned[1] == 6);
    CHECK(pinned[2] == 0x01020102);

    unsigned value = 9;
    void* arguments[] = {&device, &value};
    kernel.kernelParams = arguments;
    CHECK(cudaGraphKernelNodeSetParams(two, &kernel) == cudaSuccess);
    REQUIRE(cudaGraphAddDependencies(graph, &one, &two, nullptr, 1) == cudaSuccess);
    run(ready(graph));
    CHECK(pinned[0] == 10);
    CHECK(pinned[1] == 0x01020102);

    CHECK(cudaGraphAddDependencies(graph, &one, &two, nullptr, 1) == cudaErrorInvalidValue);
    CHECK(cudaGraphRemoveDependencies(graph, &two, &one, nullptr, 1) == cudaErrorInvalidValue);
    REQUIRE(cudaGraphAddDependencies(graph, &calling, &setting, nullptr, 1) == cudaSuccess);
    cudaGraphExec_t exec = nullptr;
    CHECK(cudaGraphInstantiate(&exec, graph, 0) == cudaErrorInvalidValue);
    CHECK_THAT(explanations().back(), ContainsSubstring("in a circle"));
    CHECK(cudaGraphDestroyNode(calling) == cudaSuccess);
    run(ready(graph));
    CHECK(pinned[0] == 9);
    CHECK(cudaGraphDestroy(graph) == cudaSuccess);
    cudaGraphNodeType type{};
    CHECK(cudaGraphNodeGetType(one, &type) == cudaErrorInvalidValue);
}

TEST_CASE_METHOD(Graphs, "children, copies and a graph within a capture") {
    cudaGraph_t child = nullptr, graph = nullptr, copy = nullptr;
    REQUIRE(cudaGraphCreate(&child, 0) == cudaSuccess);
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    const cudaGraphNode_t inner = storing(child, pinned, 1);
    storing(child, pinned + 1, 2);
    cudaGraphNode_t node = nullptr;
    const cudaGraphNode_t before = storing(graph, pinned, 8);
    REQUIRE(cudaGraphAddChildGraphNode(&node, graph, &before, 1, child) == cudaSuccess);
    storing(graph, pinned + 1, 9, {node});
    run(ready(graph));
    CHECK(pinned[0] == 1);
    CHECK(pinned[1] == 9);

    cudaGraph_t within = nullptr;
    REQUIRE(cudaGraphChildGraphNodeGetGraph(node, &within) == cudaSuccess);
    CHECK(within != child);
    CHECK(nodes_of(within) == 2);
    CHECK(cudaGraphDestroy(within) == cudaErrorInvalidValue);
    REQUIRE(cudaGraphClone(&copy, child) == cudaSuccess);
    cudaGraphNode_t twin = nullptr;
    CHECK(cudaGraphNodeFindInClone(&twin, inner, copy) == cudaSuccess);
    CHECK(twin != inner);
    CHECK(cudaGraphNodeFindInClone(&twin, before, copy) == cudaErrorInvalidValue);

    const cudaGraphExec_t exec = ready(copy);
    begin(first);
    REQUIRE(cudaGraphLaunch(exec, first) == cudaSuccess);
    REQUIRE(store_in(first, pinned, 4) == cudaSuccess);
    const cudaGraph_t captured = end(first);
    CHECK(nodes_of(captured) == 2);
    run(ready(captured));
    CHECK(pinned[0] == 4);
    CHECK(pinned[1] == 2);

    // A graph that holds itself doubles each time: it ends where the room does.
    cudaError_t error = cudaSuccess;
    for (int i = 0; i < 64 && error == cudaSuccess; ++i)
        error = cudaGraphAddChildGraphNode(&node, copy, nullptr, 0, copy);
    CHECK(error == cudaErrorMemoryAllocation);
}

TEST_CASE_METHOD(Graphs, "an executable graph can be changed") {
    void* device = allocate(16);
    cudaGraph_t graph = nullptr;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    const cudaGraphNode_t node = storing(graph, device, 1);
    cudaGraphNode_t copying = nullptr;
    REQUIRE(cudaGraphAddMemcpyNode1D(&copying, graph, &node, 1, pinned, device, 4,
                                     cudaMemcpyDeviceToHost) == cudaSuccess);
    const cudaGraphExec_t exec = ready(graph);
    unsigned value = 2;
    void* arguments[] = {&device, &value};
    const cudaKernelNodeParams kernel{const_cast<void*>(function), 1, 1, 0, arguments, nullptr};
    REQUIRE(cudaGraphLaunch(exec, first) == cudaSuccess); // keeps what it was given
    REQUIRE(cudaGraphExecKernelNodeSetParams(exec, node, &kernel) == cudaSuccess);
    REQUIRE(cudaStreamSynchronize(first) == cudaSuccess);
    CHECK(pinned[0] == 1);
    run(exec);
    CHECK(pinned[0] == 2);
    REQUIRE(cudaGraphExecMemcpyNodeSetParams1D(exec, copying, pinned + 1, device, 4,
                                               cudaMemcpyDeviceToHost) == cudaSuccess);
    run(exec);
    CHECK(pinned[1] == 2);
    CHECK(cudaGraphExecMemcpyNodeSetParams1D(exec, copying, device, pinned, 4,
                                             cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK(cudaGraphExecMemcpyNodeSetParams1D(exec, node, pinned, device, 4,
                                             cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);

    pinned[1] = 0;
    CHECK(cudaGraphNodeSetEnabled(exec, copying, 0) == cudaSuccess);
    unsigned enabled = 1;
    CHECK(cudaGraphNodeGetEnabled(exec, copying, &enabled) == cudaSuccess);
    CHECK(enabled == 0);
    run(exec);
    CHECK(pinned[1] == 0);
    CHECK(cudaGraphNodeSetEnabled(exec, copying, 1) == cudaSuccess);

    // The same graph with other parameters, and graphs that are others.
    begin(first);
    REQUIRE(store_in(first, device, 3) == cudaSuccess);
    REQUIRE(cudaMemcpyAsync(pinned + 2, device, 4, cudaMemcpyDeviceToHost, first) == cudaSuccess);
    const cudaGraph_t same = end(first);
    cudaGraphExecUpdateResultInfo result{};
    REQUIRE(cudaGraphExecUpdate(exec, same, &result) == cudaSuccess);
    CHECK(result.result == cudaGraphExecUpdateSuccess);
    run(exec);
    CHECK(pinned[2] == 3);

    begin(first);
    REQUIRE(store_in(first, device, 4) == cudaSuccess);
    const cudaGraph_t shorter = end(first);
    CHECK(cudaGraphExecUpdate(exec, shorter, &result) == cudaErrorGraphExecUpdateFailure);
    CHECK(result.result == cudaGraphExecUpdateErrorTopologyChanged);
    begin(first);
    REQUIRE(store_in(first, device, 4) == cudaSuccess);
    REQUIRE(cudaMemsetAsync(device, 0, 4, first) == cudaSuccess);
    CHECK(cudaGraphExecUpdate(exec, end(first), &result) == cudaErrorGraphExecUpdateFailure);
    CHECK(result.result == cudaGraphExecUpdateErrorNodeTypeChanged);
    CHECK(result.errorNode != nullptr);
}

TEST_CASE_METHOD(Graphs, "nodes run in an order that the edges allow") {
    struct Step {
        std::vector<int>* order;
        int number;
    };
    constexpr int nodes = 200;
    std::vector<int> order;
    std::vector<Step> steps;
    for (int i = 0; i < nodes; ++i) steps.push_back({&order, i});
    const auto note = [](void* place) {
        const auto* step = static_cast<Step*>(place);
        step->order->push_back(step->number);
    };
    std::mt19937 random(7);
    cudaGraph_t graph = nullptr;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    std::vector<cudaGraphNode_t> made;
    std::vector<std::pair<int, int>> edges;
    for (int i = 0; i < nodes; ++i) {
        std::vector<cudaGraphNode_t> after;
        for (int before = std::max(0, i - 40); before < i; ++before)
            if (random() % 20 == 0) {
                after.push_back(made[static_cast<std::size_t>(before)]);
                edges.emplace_back(before, i);
            }
        const cudaHostNodeParams host{note, &steps[static_cast<std::size_t>(i)]};
        REQUIRE(cudaGraphAddHostNode(&made.emplace_back(), graph, after.data(), after.size(),
                                     &host) == cudaSuccess);
    }
    const cudaGraphExec_t exec = ready(graph);
    for (int launch = 0; launch < 2; ++launch) {
        order.clear();
        run(exec);
        REQUIRE(order.size() == nodes);
        std::vector<int> place(nodes);
        for (int i = 0; i < nodes; ++i)
            place[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])] = i;
        for (const auto& [from, to] : edges)
            CHECK(place[static_cast<std::size_t>(from)] < place[static_cast<std::size_t>(to)]);
    }
}

TEST_CASE_METHOD(Graphs, "events before and after a launch measure all of it") {
    begin(first);
    REQUIRE(cudaEventRecord(event, first) == cudaSuccess);
    REQUIRE(cudaStreamWaitEvent(second, event, 0) == cudaSuccess);
    for (int i = 0; i < 10; ++i) REQUIRE(store_in(second, pinned, 1) == cudaSuccess);
    REQUIRE(cudaEventRecord(later, second) == cudaSuccess);
    REQUIRE(store_in(first, pinned + 1, 1) == cudaSuccess);
    REQUIRE(cudaStreamWaitEvent(first, later, 0) == cudaSuccess);
    const cudaGraphExec_t exec = ready(end(first));
    REQUIRE(cudaEventRecord(event, first) == cudaSuccess);
    REQUIRE(store_in(first, pinned, 1) == cudaSuccess);
    REQUIRE(cudaEventRecord(later, first) == cudaSuccess);
    REQUIRE(cudaEventSynchronize(later) == cudaSuccess);
    float one = 0, all = 0;
    REQUIRE(cudaEventElapsedTime(&one, event, later) == cudaSuccess);
    REQUIRE(cudaEventRecord(event, first) == cudaSuccess);
    REQUIRE(cudaGraphLaunch(exec, first) == cudaSuccess);
    REQUIRE(cudaEventRecord(later, first) == cudaSuccess);
    REQUIRE(cudaEventSynchronize(later) == cudaSuccess);
    REQUIRE(cudaEventElapsedTime(&all, event, later) == cudaSuccess);
    CHECK(all > 6 * one);
}

TEST_CASE_METHOD(Graphs, "nodes of any type by one function") {
    cudaGraph_t graph = nullptr;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    cudaGraphNodeParams set = {};
    set.type = cudaGraphNodeTypeMemset;
    set.memset.dst = pinned;
    set.memset.elementSize = 4;
    set.memset.value = 5;
    set.memset.width = 2;
    set.memset.height = 1;
    cudaGraphNode_t setting = nullptr, launching = nullptr, none = nullptr;
    REQUIRE(cudaGraphAddNode(&setting, graph, nullptr, nullptr, 0, &set) == cudaSuccess);
    void* place = pinned;
    unsigned value = 6;
    void* arguments[] = {&place, &value};
    cudaGraphNodeParams launch = {};
    launch.type = cudaGraphNodeTypeKernel;
    launch.kernel.func = const_cast<void*>(function);
    launch.kernel.gridDim = launch.kernel.blockDim = 1;
    launch.kernel.kernelParams = arguments;
    REQUIRE(cudaGraphAddNode(&launching, graph, &setting, nullptr, 1, &launch) == cudaSuccess);
    const cudaGraphExec_t exec = ready(graph);
    run(exec);
    CHECK(pinned[0] == 6);
    CHECK(pinned[1] == 5);
    set.memset.value = 8;
    REQUIRE(cudaGraphExecNodeSetParams(exec, setting, &set) == cudaSuccess);
    CHECK(cudaGraphExecNodeSetParams(exec, launching, &set) == cudaErrorInvalidValue);
    run(exec);
    CHECK(pinned[1] == 8);
    cudaGraphNodeParams allocation = {};
    allocation.type = cudaGraphNodeTypeMemAlloc;
    CHECK(cudaGraphAddNode(&none, graph, nullptr, nullptr, 0, &allocation) ==
          cudaErrorNotSupported);
}

TEST_CASE_METHOD(Graphs, "functions under the names that CUDA 12 gives them") {
    cudaGraph_t graph = nullptr, captured = nullptr;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    const cudaGraphNode_t one = storing(graph, pinned, 1), two = storing(graph, pinned, 2);
    REQUIRE(cudaGraphAddDependencies_v2(graph, &one, &two, nullptr, 1) == cudaSuccess);
    std::array<cudaGraphNode_t, 2> from{}, to{};
    std::array<cudaGraphEdgeData, 2> data{};
    data[0].type = 1;
    std::size_t count = 2;
    REQUIRE(cudaGraphGetEdges_v2(graph, from.data(), to.data(), data.data(), &count) ==
            cudaSuccess);
    CHECK(count == 1);
    CHECK(from[0] == one);
    CHECK(to[0] == two);
    CHECK(data[0].type == 0);
    begin(first);
    REQUIRE(store_in(first, pinned, 1) == cudaSuccess);
    cudaStreamCaptureStatus status{};
    unsigned long long id = 0;
    const cudaGraphNode_t* ends = nullptr;
    REQUIRE(cudaStreamGetCaptureInfo_v2(first, &status, &id, &captured, &ends, &count) ==
            cudaSuccess);
    CHECK(count == 1);
    CHECK(end(first) == captured);
}

TEST_CASE_METHOD(Graphs, "a picture of a graph") {
    cudaGraph_t graph = nullptr, child = nullptr;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    REQUIRE(cudaGraphCreate(&child, 0) == cudaSuccess);
    storing(child, pinned, 1);
    const cudaGraphNode_t one = storing(graph, pinned, 1);
    cudaGraphNode_t other = nullptr;
    REQUIRE(cudaGraphAddChildGraphNode(&other, graph, &one, 1, child) == cudaSuccess);
    char name[] = "/tmp/workbook-graph-XXXXXX";
    const int descriptor = mkstemp(name);
    REQUIRE(descriptor >= 0);
    const auto picture = [&](unsigned flags) {
        REQUIRE(cudaGraphDebugDotPrint(graph, name, flags) == cudaSuccess);
        std::ifstream file(name);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    const std::string plain = picture(0);
    CHECK_THAT(plain, ContainsSubstring("digraph dot {"));
    CHECK_THAT(plain, ContainsSubstring("label=\"0\\nstore\""));
    CHECK_THAT(plain, ContainsSubstring("\"graph_0_node_0\" -> \"graph_0_node_1\";"));
    CHECK_THAT(plain, ContainsSubstring("subgraph cluster_1"));
    CHECK_THAT(picture(cudaGraphDebugDotFlagsVerbose), ContainsSubstring("block (1, 1, 1)"));
    close(descriptor);
    unlink(name);
    CHECK(cudaGraphDebugDotPrint(graph, "/no/such/folder/graph", 0) == cudaErrorOperatingSystem);
    CHECK(cudaGraphDebugDotPrint(graph, nullptr, 0) == cudaErrorInvalidValue);
}

TEST_CASE_METHOD(Graphs, "a reset takes graphs and captures with it") {
    begin(first);
    REQUIRE(store_in(first, pinned, 1) == cudaSuccess);
    cudaGraph_t graph = nullptr;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    const cudaGraphExec_t exec = ready(graph);
    REQUIRE(cudaDeviceReset() == cudaSuccess);
    CHECK(cudaGraphDestroy(graph) == cudaErrorInvalidValue);
    CHECK(cudaGraphExecDestroy(exec) == cudaErrorInvalidValue);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

TEST_CASE_METHOD(Graphs, "events as nodes") {
    cudaGraph_t graph = nullptr;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    cudaGraphNode_t waiting = nullptr, recording = nullptr;
    REQUIRE(cudaGraphAddEventWaitNode(&waiting, graph, nullptr, 0, event) == cudaSuccess);
    const cudaGraphNode_t node = storing(graph, pinned, 2, {waiting});
    REQUIRE(cudaGraphAddEventRecordNode(&recording, graph, &node, 1, later) == cudaSuccess);
    const cudaGraphExec_t exec = ready(graph);
    REQUIRE(store_in(second, pinned, 1) == cudaSuccess);
    REQUIRE(cudaEventRecord(event, second) == cudaSuccess);
    REQUIRE(cudaGraphLaunch(exec, first) == cudaSuccess);
    REQUIRE(cudaEventSynchronize(later) == cudaSuccess);
    CHECK(pinned[0] == 2);
    CHECK(cudaStreamQuery(second) == cudaSuccess);
}

TEST_CASE_METHOD(Graphs, "a fault in a graph is its kernel's, and memory that is gone is told") {
    trace();
    in_a_process_of_its_own([&] {
        make();
        void* device = allocate(4);
        const void* kernel_here = kernel("store");
        REQUIRE(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal) == cudaSuccess);
        unsigned value = 1;
        void* arguments[] = {&device, &value};
        REQUIRE(cudaLaunchKernel(kernel_here, 1, 1, arguments, 0, first) == cudaSuccess);
        const cudaGraphExec_t exec = ready(end(first));
        REQUIRE(cudaFree(device) == cudaSuccess);
        REQUIRE(cudaGraphLaunch(exec, first) == cudaSuccess);
        REQUIRE(cudaStreamSynchronize(first) == cudaErrorIllegalAddress);
        REQUIRE(cudaGraphLaunch(exec, first) == cudaErrorIllegalAddress);
    });
}

TEST_CASE_METHOD(Graphs, "handles that are none, and lists that lead nowhere") {
    cudaGraph_t graph = nullptr;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    const cudaGraphNode_t node = storing(graph, pinned, 1);
    auto* no_graph = reinterpret_cast<cudaGraph_t>(node);
    auto* no_node = reinterpret_cast<cudaGraphNode_t>(graph);
    auto* no_exec = reinterpret_cast<cudaGraphExec_t>(graph);
    CHECK(cudaGraphDestroy(no_graph) == cudaErrorInvalidValue);
    CHECK(cudaGraphDestroyNode(no_node) == cudaErrorInvalidValue);
    CHECK(cudaGraphLaunch(no_exec, first) == cudaErrorInvalidValue);
    CHECK(cudaGraphExecDestroy(no_exec) == cudaErrorInvalidValue);
    cudaGraphExec_t exec = nullptr;
    CHECK(cudaGraphInstantiate(&exec, no_graph, 0) == cudaErrorInvalidValue);
    CHECK(cudaGraphInstantiate(&exec, graph, 1 << 20) == cudaErrorInvalidValue);
    cudaGraphNode_t added = nullptr;
    const cudaGraphNode_t twice[] = {node, node};
    CHECK(cudaGraphAddEmptyNode(&added, graph, twice, 2) == cudaErrorInvalidValue);
    CHECK(cudaGraphAddEmptyNode(&added, graph, twice, SIZE_MAX) == cudaErrorInvalidValue);
    CHECK(cudaGraphAddEmptyNode(&added, graph, reinterpret_cast<cudaGraphNode_t*>(8), 1) ==
          cudaErrorInvalidValue);
    CHECK(cudaGraphAddEmptyNode(&added, graph, &no_node, 1) == cudaErrorInvalidValue);
    CHECK(cudaGraphAddDependencies(graph, twice, twice, nullptr, SIZE_MAX) ==
          cudaErrorInvalidValue);
    CHECK(cudaGraphGetNodes(graph, nullptr, nullptr) == cudaErrorInvalidValue);
    // A graph that is being captured stays.
    REQUIRE(cudaStreamBeginCaptureToGraph(first, graph, &node, nullptr, 1,
                                          cudaStreamCaptureModeGlobal) == cudaSuccess);
    CHECK(cudaGraphDestroy(graph) == cudaErrorIllegalState);
    CHECK(cudaGraphDestroyNode(node) == cudaErrorIllegalState);
    REQUIRE(store_in(first, pinned, 2) == cudaSuccess);
    CHECK(end(first) == graph);
    CHECK(edges_of(graph) == 1);
}
