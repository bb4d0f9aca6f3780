// Graphs: built by hand, made ready, launched, changed, drawn.
#include "graph_fixture.hpp"

#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <random>

using Catch::Matchers::ContainsSubstring;
using vgpu::runtime::test::Graphs;
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
    allocation.type = cudaGraphNodeTypeExtSemaphoreWait;
    CHECK(cudaGraphAddNode(&none, graph, nullptr, nullptr, 0, &allocation) ==
          cudaErrorNotSupported);
    allocation.type = cudaGraphNodeTypeMemAlloc;
    allocation.alloc.poolProps.allocType = cudaMemAllocationTypePinned;
    allocation.alloc.poolProps.location.type = cudaMemLocationTypeDevice;
    CHECK(cudaGraphAddNode(&none, graph, nullptr, nullptr, 0, &allocation) ==
          cudaErrorInvalidValue); // no bytes
    allocation.alloc.bytesize = 64;
    REQUIRE(cudaGraphAddNode(&setting, graph, nullptr, nullptr, 0, &allocation) == cudaSuccess);
    cudaMemAllocNodeParams wanted{};
    REQUIRE(cudaGraphMemAllocNodeGetParams(setting, &wanted) == cudaSuccess);
    CHECK(wanted.dptr == allocation.alloc.dptr);
    CHECK(wanted.bytesize == 64);
    cudaGraphNodeParams end = {};
    end.type = cudaGraphNodeTypeMemFree;
    end.free.dptr = wanted.dptr;
    REQUIRE(cudaGraphAddNode(&none, graph, &setting, nullptr, 1, &end) == cudaSuccess);
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
