// What a GPU says of what graphs have beside nodes and edges: attributes of kernel nodes, user
// objects, updates of graphs with conditional nodes, and of calls of older programs.
#include "api_tell.hpp"

#include <atomic>
#include <chrono>
#include <thread>

namespace {

__global__ void count(unsigned* place) { atomicAdd(place, 1U); }

unsigned* word() {
    static unsigned* place = [] {
        unsigned* made = nullptr;
        static_cast<void>(cudaMalloc(&made, 64));
        static_cast<void>(cudaMemset(made, 0, 64));
        return made;
    }();
    return place;
}

long long counted() {
    unsigned value = 99;
    static_cast<void>(cudaMemcpy(&value, word(), sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

cudaGraph_t new_graph() {
    cudaGraph_t graph = nullptr;
    static_cast<void>(cudaGraphCreate(&graph, 0));
    return graph;
}

template <class... Parameters, class... Arguments>
cudaGraphNode_t add(cudaGraph_t graph, void (*kernel)(Parameters...), Arguments... arguments) {
    void* list[] = {&arguments...};
    cudaKernelNodeParams parameters{};
    parameters.func = reinterpret_cast<void*>(kernel);
    parameters.gridDim = 2;
    parameters.blockDim = 1;
    parameters.kernelParams = list;
    cudaGraphNode_t node = nullptr;
    tell("a kernel node", cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters));
    return node;
}

cudaGraphExec_t ready(cudaGraph_t graph) {
    cudaGraphExec_t exec = nullptr;
    tell("cudaGraphInstantiate", cudaGraphInstantiate(&exec, graph, 0));
    return exec;
}

void ask_about_attributes() {
    cudaGraph_t graph = new_graph();
    const cudaGraphNode_t node = add(graph, count, word());
    cudaLaunchAttributeValue value{};
    for (const int attribute : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 99}) {
        char question[32];
        std::snprintf(question, sizeof question, "attribute %d", attribute);
        std::memset(&value, 0, sizeof value);
        tell(question, cudaGraphKernelNodeGetAttribute(
                           node, static_cast<cudaLaunchAttributeID>(attribute), &value));
        tell("  begins with", static_cast<long long>(*reinterpret_cast<int*>(&value)));
    }
}

// With no place for a value, or no value, the runtime crashes.
void ask_to_set_attributes() {
    cudaGraph_t graph = new_graph();
    const cudaGraphNode_t node = add(graph, count, word()), other = add(graph, count, word());
    cudaLaunchAttributeValue value{};
    value.priority = -2;
    tell("set: priority",
         cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributePriority, &value));
    value.priority = 0;
    tell("get: priority",
         cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributePriority, &value));
    tell("  is", static_cast<long long>(value.priority));
    value.priority = -99;
    tell("set: priority -99",
         cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributePriority, &value));
    tell("get: priority",
         cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributePriority, &value));
    tell("  is", static_cast<long long>(value.priority));
    value = {};
    value.cooperative = 1;
    tell("set: cooperative",
         cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeCooperative, &value));
    value.cooperative = 0;
    tell("get: cooperative",
         cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeCooperative, &value));
    tell("  is", static_cast<long long>(value.cooperative));
    value = {};
    value.clusterDim.x = 2;
    value.clusterDim.y = value.clusterDim.z = 1;
    tell("set: cluster",
         cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeClusterDimension, &value));
    value.clusterDim.x = 3;
    tell("set: cluster of 3",
         cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeClusterDimension, &value));
    value.clusterDim.x = 0;
    tell("get: cluster",
         cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeClusterDimension, &value));
    tell("  is", static_cast<long long>(value.clusterDim.x));
    value = {};
    tell("set: 99",
         cudaGraphKernelNodeSetAttribute(node, static_cast<cudaLaunchAttributeID>(99), &value));
    tell("set: stream serialization",
         cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeProgrammaticStreamSerialization,
                                         &value));
    tell("set: synchronization policy",
         cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeSynchronizationPolicy, &value));
    tell("set: window",
         cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeAccessPolicyWindow, &value));
    value.memSyncDomain = cudaLaunchMemSyncDomainRemote;
    tell("set: domain",
         cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeMemSyncDomain, &value));
    value = {};
    tell("get: domain",
         cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeMemSyncDomain, &value));
    tell("  is", static_cast<long long>(value.memSyncDomain));
    tell("copy", cudaGraphKernelNodeCopyAttributes(node, other));
    tell("get: priority",
         cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributePriority, &value));
    tell("  is", static_cast<long long>(value.priority));
    tell("copy: to itself", cudaGraphKernelNodeCopyAttributes(other, other));
    cudaGraphExec_t exec = ready(graph);
    tell("cudaGraphLaunch", cudaGraphLaunch(exec, nullptr));
    tell("cudaDeviceSynchronize", cudaDeviceSynchronize());
}

void ask_for_attributes_of_other_nodes() {
    cudaGraph_t graph = new_graph();
    const cudaGraphNode_t node = add(graph, count, word());
    cudaLaunchAttributeValue value{};
    cudaGraphNode_t empty = nullptr;
    static_cast<void>(cudaGraphAddEmptyNode(&empty, graph, nullptr, 0));
    tell("get: an empty node",
         cudaGraphKernelNodeGetAttribute(empty, cudaLaunchAttributePriority, &value));
    tell("set: an empty node",
         cudaGraphKernelNodeSetAttribute(empty, cudaLaunchAttributePriority, &value));
    tell("copy: from an empty node", cudaGraphKernelNodeCopyAttributes(node, empty));
    tell("copy: to an empty node", cudaGraphKernelNodeCopyAttributes(empty, node));
}

void ask_for_attributes_of_null() {
    cudaGraph_t graph = new_graph();
    const cudaGraphNode_t node = add(graph, count, word());
    cudaLaunchAttributeValue value{};
    tell("get: null node",
         cudaGraphKernelNodeGetAttribute(nullptr, cudaLaunchAttributePriority, &value));
    tell("set: null node",
         cudaGraphKernelNodeSetAttribute(nullptr, cudaLaunchAttributePriority, &value));
    tell("copy: null", cudaGraphKernelNodeCopyAttributes(nullptr, node));
    tell("copy: from null", cudaGraphKernelNodeCopyAttributes(node, nullptr));
}

void ask_about_a_cooperative_node() {
    cudaGraph_t graph = new_graph();
    const cudaGraphNode_t node = add(graph, count, word());
    cudaLaunchAttributeValue value{};
    value.cooperative = 1;
    tell("set: cooperative",
         cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeCooperative, &value));
    cudaGraphExec_t exec = ready(graph);
    tell("cudaGraphLaunch", cudaGraphLaunch(exec, nullptr));
    tell("cudaDeviceSynchronize", cudaDeviceSynchronize());
    cudaStream_t stream = nullptr;
    static_cast<void>(cudaStreamCreateWithPriority(&stream, cudaStreamDefault, -3));
    cudaGraph_t captured = nullptr;
    tell("begin", cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    count<<<1, 1, 0, stream>>>(word());
    tell("end", cudaStreamEndCapture(stream, &captured));
    cudaGraphNode_t launched = nullptr;
    std::size_t nodes = 1;
    tell("nodes", cudaGraphGetNodes(captured, &launched, &nodes));
    tell("get: priority",
         cudaGraphKernelNodeGetAttribute(launched, cudaLaunchAttributePriority, &value));
    tell("  is that of the stream", static_cast<long long>(value.priority));
}

std::atomic<int> destroyed{0};
void CUDART_CB destroy(void* data) { destroyed += *static_cast<int*>(data); }

// The destructor runs in a thread of the runtime's.
void tell_destroyed(const char* question, int expected) {
    for (int round = 0; round < 100 && destroyed != expected; ++round)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    tell(question, static_cast<long long>(destroyed));
}

void ask_about_user_objects() {
    static int one = 1;
    cudaUserObject_t object = nullptr;
    tell("create: no flags", cudaUserObjectCreate(&object, &one, destroy, 1, 0));
    tell("create: flags 9", cudaUserObjectCreate(&object, &one, destroy, 1, 9));
    tell("create: no place",
         cudaUserObjectCreate(nullptr, &one, destroy, 1, cudaUserObjectNoDestructorSync));
    tell("create: no function",
         cudaUserObjectCreate(&object, &one, nullptr, 1, cudaUserObjectNoDestructorSync));
    tell("create: no references",
         cudaUserObjectCreate(&object, &one, destroy, 0, cudaUserObjectNoDestructorSync));
    tell("create: 2^31 references",
         cudaUserObjectCreate(&object, &one, destroy, 1u << 31, cudaUserObjectNoDestructorSync));
    tell("create", cudaUserObjectCreate(&object, &one, destroy, 1, cudaUserObjectNoDestructorSync));
    tell("retain: 0", cudaUserObjectRetain(object, 0));
    tell("retain: 2^31", cudaUserObjectRetain(object, 1u << 31));
    tell("retain: null", cudaUserObjectRetain(nullptr, 1));
    tell("retain: 2", cudaUserObjectRetain(object, 2));
    tell("release: 0", cudaUserObjectRelease(object, 0));
    tell("release: null", cudaUserObjectRelease(nullptr, 1));
    tell("release: 2", cudaUserObjectRelease(object, 2));
    tell_destroyed("  destroyed", 0);
    tell("release: 1", cudaUserObjectRelease(object, 1));
    tell_destroyed("  destroyed", 1);
}

// To release more than was retained is no error, and the object is gone too early: not asked.
void ask_about_user_objects_of_a_graph() {
    static int ten = 10;
    cudaUserObject_t object = nullptr;
    cudaGraph_t graph = new_graph();
    tell("create", cudaUserObjectCreate(&object, &ten, destroy, 1, cudaUserObjectNoDestructorSync));
    tell("graph: retain, null graph", cudaGraphRetainUserObject(nullptr, object, 1, 0));
    tell("graph: retain, null object", cudaGraphRetainUserObject(graph, nullptr, 1, 0));
    tell("graph: retain, 0", cudaGraphRetainUserObject(graph, object, 0, 0));
    tell("graph: retain, flags 9", cudaGraphRetainUserObject(graph, object, 1, 9));
    tell("graph: retain", cudaGraphRetainUserObject(graph, object, 1, 0));
    tell("graph: retain, move",
         cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
    tell_destroyed("  destroyed", 0);
    tell("graph: release 0", cudaGraphReleaseUserObject(graph, object, 0));
    tell("graph: release 1", cudaGraphReleaseUserObject(graph, object, 1));
    tell_destroyed("  destroyed", 0);
    tell("graph: release the last", cudaGraphReleaseUserObject(graph, object, 1));
    tell_destroyed("  destroyed", 10);
}

void ask_about_user_objects_of_a_clone() {
    static int hundred = 100;
    cudaUserObject_t object = nullptr;
    cudaGraph_t graph = new_graph();
    tell("create",
         cudaUserObjectCreate(&object, &hundred, destroy, 1, cudaUserObjectNoDestructorSync));
    tell("graph: retain, move",
         cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
    add(graph, count, word());
    cudaGraph_t clone = nullptr;
    tell("clone", cudaGraphClone(&clone, graph));
    cudaGraphExec_t exec = ready(graph);
    tell("destroy the graph", cudaGraphDestroy(graph));
    tell_destroyed("  destroyed", 0);
    tell("launch", cudaGraphLaunch(exec, nullptr));
    tell("synchronise", cudaDeviceSynchronize());
    tell("destroy the clone", cudaGraphDestroy(clone));
    tell_destroyed("  destroyed", 0);
    tell("destroy the exec", cudaGraphExecDestroy(exec));
    tell_destroyed("  destroyed", 100);
}

void ask_about_user_objects_of_a_child() {
    static int thousand = 1000;
    cudaUserObject_t object = nullptr;
    cudaGraph_t parent = new_graph(), child = new_graph();
    tell("create",
         cudaUserObjectCreate(&object, &thousand, destroy, 1, cudaUserObjectNoDestructorSync));
    tell("graph: retain, move",
         cudaGraphRetainUserObject(child, object, 1, cudaGraphUserObjectMove));
    cudaGraphNode_t node = nullptr;
    tell("a child", cudaGraphAddChildGraphNode(&node, parent, nullptr, 0, child));
    tell("destroy the child", cudaGraphDestroy(child));
    tell_destroyed("  destroyed", 0);
    tell("destroy the parent", cudaGraphDestroy(parent));
    tell_destroyed("  destroyed", 1000);
}

cudaGraph_t graph_with_a_condition(unsigned first, cudaGraphConditionalNodeType type, unsigned size,
                                   int kernels, cudaGraphNode_t* node = nullptr) {
    cudaGraph_t graph = new_graph();
    cudaGraphConditionalHandle handle = 0;
    static_cast<void>(
        cudaGraphConditionalHandleCreate(&handle, graph, first, cudaGraphCondAssignDefault));
    cudaGraphNodeParams parameters = {cudaGraphNodeTypeConditional};
    parameters.conditional.handle = handle;
    parameters.conditional.type = type;
    parameters.conditional.size = size;
    cudaGraphNode_t made = nullptr;
    tell("a conditional node", cudaGraphAddNode(&made, graph, nullptr, nullptr, 0, &parameters));
    if (node != nullptr) *node = made;
    if (parameters.conditional.phGraph_out != nullptr)
        for (int index = 0; index < kernels; ++index)
            add(parameters.conditional.phGraph_out[0], count, word());
    return graph;
}

void tell_update(const char* question, cudaGraphExec_t exec, cudaGraph_t graph) {
    cudaGraphExecUpdateResultInfo info{};
    tell(question, cudaGraphExecUpdate(exec, graph, &info));
    tell("  result", static_cast<long long>(info.result));
    tell("  names a node", static_cast<long long>(info.errorNode != nullptr));
}

void ask_about_updates() {
    cudaGraph_t graph = graph_with_a_condition(1, cudaGraphCondTypeIf, 1, 1);
    cudaGraphExec_t exec = ready(graph);
    tell("launch", cudaGraphLaunch(exec, nullptr));
    tell("  counted", counted());
    tell_update("the same graph", exec, graph);
    tell("launch", cudaGraphLaunch(exec, nullptr));
    tell("  counted", counted());
    cudaGraph_t alike = graph_with_a_condition(1, cudaGraphCondTypeIf, 1, 1);
    tell_update("a graph alike", exec, alike);
    tell("launch", cudaGraphLaunch(exec, nullptr));
    tell("  counted", counted());
    cudaGraph_t other_value = graph_with_a_condition(0, cudaGraphCondTypeIf, 1, 1);
    tell_update("another first value", exec, other_value);
    tell("launch", cudaGraphLaunch(exec, nullptr));
    tell("  counted", counted());
    tell_update("another type", exec, graph_with_a_condition(0, cudaGraphCondTypeWhile, 1, 1));
    tell_update("another size", exec, graph_with_a_condition(0, cudaGraphCondTypeIf, 2, 1));
    tell_update("another body", exec, graph_with_a_condition(0, cudaGraphCondTypeIf, 1, 2));
    tell_update("an empty body", exec, graph_with_a_condition(0, cudaGraphCondTypeIf, 1, 0));
    cudaGraph_t plain = new_graph();
    add(plain, count, word());
    tell_update("a kernel in its place", exec, plain);
}

void ask_about_parameters() {
    cudaGraphNode_t node = nullptr;
    cudaGraph_t graph = graph_with_a_condition(1, cudaGraphCondTypeIf, 1, 1, &node);
    cudaGraphNodeParams parameters = {cudaGraphNodeTypeConditional};
    tell("set parameters of a conditional node", cudaGraphNodeSetParams(node, &parameters));
    cudaGraphExec_t exec = ready(graph);
    tell("set them in an executable graph", cudaGraphExecNodeSetParams(exec, node, &parameters));
}

#pragma nv_diag_suppress 1444
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

void ask_about_banks() {
    tell("set the banks: 4 bytes", cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeFourByte));
    tell("set the banks: 8 bytes", cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte));
    tell("set the banks: 9", cudaDeviceSetSharedMemConfig(static_cast<cudaSharedMemConfig>(9)));
}

constexpr Section sections[] = {
    {"attributes", ask_about_attributes},
    {"set_attributes", ask_to_set_attributes},
    {"attributes_of_other_nodes", ask_for_attributes_of_other_nodes},
    {"attributes_of_null", ask_for_attributes_of_null},
    {"a_cooperative_node", ask_about_a_cooperative_node},
    {"user_objects", ask_about_user_objects},
    {"user_objects_of_a_graph", ask_about_user_objects_of_a_graph},
    {"user_objects_of_a_clone", ask_about_user_objects_of_a_clone},
    {"user_objects_of_a_child", ask_about_user_objects_of_a_child},
    {"updates", ask_about_updates},
    {"parameters", ask_about_parameters},
    {"banks", ask_about_banks},
};

} // namespace

int main(int words, char** text) { return run_sections(sections, words, text); }
