// Tests of the runtime API: user objects of graphs, attributes of kernel nodes, updates of graphs
// with conditional nodes. What an H200 answers is in checker/tests/silicon/api_graph_extras.txt.
#include "graph_fixture.hpp"

using vgpu::runtime::test::add_conditional;
using vgpu::runtime::test::Graphs;

namespace {

int destroyed = 0;
void CUDART_CB destroy(void* data) { destroyed += *static_cast<int*>(data); }

cudaUserObject_t object_of(int& worth, unsigned references = 1) {
    cudaUserObject_t object = nullptr;
    REQUIRE(cudaUserObjectCreate(&object, &worth, destroy, references,
                                 cudaUserObjectNoDestructorSync) == cudaSuccess);
    return object;
}

cudaLaunchAttributeValue value_of(cudaGraphNode_t node, cudaLaunchAttributeID attribute) {
    cudaLaunchAttributeValue value{};
    REQUIRE(cudaGraphKernelNodeGetAttribute(node, attribute, &value) == cudaSuccess);
    return value;
}

// A graph of one conditional node, whose body stores the value.
cudaGraph_t conditional_store(const Graphs& graphs, void* place, unsigned value, unsigned first,
                              cudaGraphConditionalNodeType type = cudaGraphCondTypeIf) {
    cudaGraph_t graph = nullptr;
    cudaGraphConditionalHandle handle = 0;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    REQUIRE(cudaGraphConditionalHandleCreate(&handle, graph, first, cudaGraphCondAssignDefault) ==
            cudaSuccess);
    static_cast<void>(graphs.storing(add_conditional(graph, handle, type), place, value));
    return graph;
}

} // namespace

TEST_CASE_METHOD(Graphs, "a user object goes with its last reference") {
    static int one = 1;
    destroyed = 0;
    cudaUserObject_t object = object_of(one);
    CHECK(cudaUserObjectRetain(object, 2) == cudaSuccess);
    CHECK(cudaUserObjectRelease(object, 2) == cudaSuccess);
    CHECK(destroyed == 0);
    CHECK(cudaUserObjectRelease(object, 1) == cudaSuccess);
    CHECK(destroyed == 1);
    CHECK(cudaUserObjectRelease(object, 1) == cudaErrorInvalidValue);
    CHECK(cudaUserObjectCreate(&object, &one, nullptr, 1, cudaUserObjectNoDestructorSync) ==
          cudaErrorInvalidValue);
    CHECK(cudaUserObjectCreate(&object, &one, destroy, 0, cudaUserObjectNoDestructorSync) ==
          cudaErrorInvalidValue);
    CHECK(cudaUserObjectCreate(&object, &one, destroy, 1, 0) == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
}

TEST_CASE_METHOD(Graphs, "graphs and what is made of them have references of their own") {
    static int one = 1, ten = 10;
    destroyed = 0;
    cudaGraph_t graph = nullptr, clone = nullptr, parent = nullptr;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    REQUIRE(cudaGraphCreate(&parent, 0) == cudaSuccess);
    static_cast<void>(storing(graph, pinned, 3));
    cudaUserObject_t object = object_of(one), other = object_of(ten);
    CHECK(cudaGraphReleaseUserObject(graph, object, 1) == cudaErrorInvalidValue);
    REQUIRE(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove) == cudaSuccess);
    REQUIRE(cudaGraphRetainUserObject(graph, other, 2, 0) == cudaSuccess);
    REQUIRE(cudaGraphReleaseUserObject(graph, other, 2) == cudaSuccess);
    CHECK(destroyed == 0); // the program still has its own
    CHECK(cudaUserObjectRelease(other, 1) == cudaSuccess);
    CHECK(destroyed == 10);
    REQUIRE(cudaGraphClone(&clone, graph) == cudaSuccess);
    cudaGraphNode_t node = nullptr;
    REQUIRE(cudaGraphAddChildGraphNode(&node, parent, nullptr, 0, graph) == cudaSuccess);
    cudaGraphExec_t exec = ready(graph);
    REQUIRE(cudaGraphDestroy(graph) == cudaSuccess);
    REQUIRE(cudaGraphDestroy(clone) == cudaSuccess);
    REQUIRE(cudaGraphDestroy(parent) == cudaSuccess);
    CHECK(destroyed == 10);
    run(exec);
    REQUIRE(cudaGraphExecDestroy(exec) == cudaSuccess);
    CHECK(destroyed == 11);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
}

TEST_CASE_METHOD(Graphs, "a program gives away references of its own, and none of a graph's") {
    static int one = 1;
    destroyed = 0;
    cudaGraph_t graph = nullptr;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    cudaUserObject_t object = object_of(one);
    REQUIRE(cudaGraphRetainUserObject(graph, object, 1, 0) == cudaSuccess);
    CHECK(cudaUserObjectRelease(object, 2) == cudaErrorInvalidValue);
    CHECK(cudaGraphRetainUserObject(graph, object, 2, cudaGraphUserObjectMove) ==
          cudaErrorInvalidValue);
    CHECK(cudaUserObjectRelease(object, 1) == cudaSuccess);
    CHECK(cudaUserObjectRelease(object, 1) == cudaErrorInvalidValue);
    CHECK(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove) ==
          cudaErrorInvalidValue);
    CHECK(destroyed == 0);
    CHECK(cudaUserObjectRetain(object, 1) == cudaSuccess); // while a graph has it
    CHECK(cudaUserObjectRelease(object, 1) == cudaSuccess);
    CHECK(cudaGraphDestroy(graph) == cudaSuccess);
    CHECK(destroyed == 1);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
}

TEST_CASE_METHOD(Graphs, "a destructor comes after the launches that use its object") {
    static int one = 1;
    destroyed = 0;
    cudaGraph_t graph = nullptr;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    static_cast<void>(storing(graph, pinned, 3));
    REQUIRE(cudaGraphRetainUserObject(graph, object_of(one), 1, cudaGraphUserObjectMove) ==
            cudaSuccess);
    cudaGraphExec_t exec = ready(graph);
    REQUIRE(cudaGraphDestroy(graph) == cudaSuccess);
    REQUIRE(cudaGraphLaunch(exec, first) == cudaSuccess);
    REQUIRE(cudaGraphExecDestroy(exec) == cudaSuccess);
    CHECK(destroyed == 0); // the launch has not run
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    CHECK((destroyed == 1 && pinned[0] == 3));
}

TEST_CASE_METHOD(Graphs, "attributes of kernel nodes are kept, copied and answered") {
    cudaGraph_t graph = nullptr;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    const cudaGraphNode_t node = storing(graph, pinned, 3), other = storing(graph, pinned + 1, 4);
    cudaLaunchAttributeValue value{};
    value.priority = -2;
    REQUIRE(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributePriority, &value) ==
            cudaSuccess);
    value = {};
    value.cooperative = 1;
    REQUIRE(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeCooperative, &value) ==
            cudaSuccess);
    CHECK(value_of(node, cudaLaunchAttributePriority).priority == -2);
    const cudaLaunchAttributeValue domains = value_of(node, cudaLaunchAttributeMemSyncDomainMap);
    CHECK((domains.memSyncDomainMap.default_ == 0 && domains.memSyncDomainMap.remote == 1));
    value.deviceUpdatableKernelNode.deviceUpdatable = 1;
    CHECK(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeDeviceUpdatableKernelNode,
                                          &value) == cudaErrorNotSupported);
    value.clusterDim = {3, 1, 1}; // of a grid of one block
    CHECK(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeClusterDimension, &value) ==
          cudaErrorInvalidClusterSize);
    CHECK(value_of(node, cudaLaunchAttributeClusterDimension).clusterDim.x == 0);
    CHECK(value_of(other, cudaLaunchAttributeCooperative).cooperative == 0);
    REQUIRE(cudaGraphKernelNodeCopyAttributes(other, node) == cudaSuccess);
    CHECK(value_of(other, cudaLaunchAttributePriority).priority == -2);
    CHECK(value_of(other, cudaLaunchAttributeCooperative).cooperative == 1);
    // Other parameters leave them as they are.
    void* place = pinned + 2;
    unsigned number = 9;
    void* arguments[] = {&place, &number};
    const cudaKernelNodeParams parameters{const_cast<void*>(function), 1, 1, 0, arguments, nullptr};
    REQUIRE(cudaGraphKernelNodeSetParams(other, &parameters) == cudaSuccess);
    CHECK(value_of(other, cudaLaunchAttributeCooperative).cooperative == 1);
    run(ready(graph));
    CHECK((pinned[0] == 3 && pinned[1] == 0 && pinned[2] == 9));
    CHECK(cudaGraphKernelNodeSetAttribute(node, static_cast<cudaLaunchAttributeID>(99), &value) ==
          cudaErrorInvalidValue);
    CHECK(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributePriority, nullptr) ==
          cudaErrorInvalidValue);
    cudaGraphNode_t empty = nullptr;
    REQUIRE(cudaGraphAddEmptyNode(&empty, graph, nullptr, 0) == cudaSuccess);
    CHECK(cudaGraphKernelNodeCopyAttributes(node, empty) == cudaErrorInvalidValue);
    CHECK(cudaGetLastError() == cudaErrorInvalidValue);
}

TEST_CASE_METHOD(Graphs, "a cooperative node needs its blocks to be resident at once") {
    cudaGraph_t graph = nullptr;
    REQUIRE(cudaGraphCreate(&graph, 0) == cudaSuccess);
    void* place = pinned;
    unsigned number = 9;
    void* arguments[] = {&place, &number};
    const cudaKernelNodeParams parameters{
        const_cast<void*>(function), 1 << 20, 1024, 0, arguments, nullptr};
    cudaGraphNode_t node = nullptr;
    REQUIRE(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters) == cudaSuccess);
    cudaLaunchAttributeValue value{};
    value.cooperative = 1;
    REQUIRE(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeCooperative, &value) ==
            cudaSuccess);
    CHECK(cudaGraphLaunch(ready(graph), first) == cudaErrorCooperativeLaunchTooLarge);
    CHECK(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge);
}

TEST_CASE_METHOD(Graphs, "a graph with a conditional node is updated by one like it") {
    cudaGraphExec_t exec = ready(conditional_store(*this, pinned, 3, 1));
    run(exec);
    CHECK(pinned[0] == 3);
    cudaGraphExecUpdateResultInfo info{};
    REQUIRE(cudaGraphExecUpdate(exec, conditional_store(*this, pinned + 1, 4, 1), &info) ==
            cudaSuccess);
    pinned[0] = 0;
    run(exec);
    CHECK((pinned[0] == 0 && pinned[1] == 4));
    // The value that the condition begins with comes from the new graph, too.
    REQUIRE(cudaGraphExecUpdate(exec, conditional_store(*this, pinned + 2, 5, 0), &info) ==
            cudaSuccess);
    run(exec);
    CHECK(pinned[2] == 0);
    CHECK(cudaGraphExecUpdate(exec, conditional_store(*this, pinned, 3, 0, cudaGraphCondTypeWhile),
                              &info) == cudaErrorGraphExecUpdateFailure);
    CHECK((info.result == cudaGraphExecUpdateErrorNotSupported && info.errorNode != nullptr));
    cudaGraph_t longer = conditional_store(*this, pinned, 3, 1);
    static_cast<void>(storing(longer, pinned, 1));
    CHECK(cudaGraphExecUpdate(exec, longer, &info) == cudaErrorGraphExecUpdateFailure);
    CHECK(info.result == cudaGraphExecUpdateErrorTopologyChanged);
    CHECK(cudaGetLastError() == cudaErrorGraphExecUpdateFailure);
}
