// What a GPU says of conditional nodes: handles, which bodies run and how often, what a body may
// have, what a graph with such nodes may not be used for. The answers of a real GPU are in
// api_graph_conditions.txt.
#include "api_tell.hpp"

#include <cstddef>

namespace {

__global__ void set(cudaGraphConditionalHandle handle, const unsigned* value) {
    cudaGraphSetConditional(handle, *value);
}
__global__ void set_to(cudaGraphConditionalHandle handle, unsigned value) {
    cudaGraphSetConditional(handle, value);
}
__global__ void count(unsigned* place) { ++*place; }
__global__ void count_down(cudaGraphConditionalHandle handle, unsigned* left, unsigned* rounds) {
    ++*rounds;
    if (--*left == 0) cudaGraphSetConditional(handle, 0);
}

unsigned* words() {
    static unsigned* made = [] {
        unsigned* place = nullptr;
        static_cast<void>(cudaMalloc(&place, 64));
        static_cast<void>(cudaMemset(place, 0, 64));
        return place;
    }();
    return made;
}
void put(int index, unsigned value) {
    static_cast<void>(cudaMemcpy(words() + index, &value, sizeof value, cudaMemcpyHostToDevice));
}
void tell_word(const char* what, int index) {
    unsigned value = 99;
    static_cast<void>(cudaMemcpy(&value, words() + index, sizeof value, cudaMemcpyDeviceToHost));
    tell(what, static_cast<long long>(value));
}

cudaGraph_t new_graph() {
    cudaGraph_t graph = nullptr;
    static_cast<void>(cudaGraphCreate(&graph, 0));
    return graph;
}
cudaGraphConditionalHandle new_handle(cudaGraph_t graph, unsigned first = 0, unsigned flags = 0) {
    cudaGraphConditionalHandle handle = 0;
    tell("cudaGraphConditionalHandleCreate",
         cudaGraphConditionalHandleCreate(&handle, graph, first, flags));
    return handle;
}

template <class... Parameters, class... Arguments>
cudaGraphNode_t add(cudaGraph_t graph, cudaGraphNode_t after, void (*kernel)(Parameters...),
                    Arguments... arguments) {
    void* list[] = {&arguments...};
    cudaGraphNodeParams parameters = {cudaGraphNodeTypeKernel};
    parameters.kernel.func = reinterpret_cast<void*>(kernel);
    parameters.kernel.gridDim = 1;
    parameters.kernel.blockDim = 1;
    parameters.kernel.kernelParams = list;
    cudaGraphNode_t node = nullptr;
    tell("a kernel",
         cudaGraphAddNode(&node, graph, &after, nullptr, after != nullptr, &parameters));
    return node;
}

struct Conditional {
    cudaGraphNode_t node = nullptr;
    cudaGraph_t* bodies = nullptr;
};
Conditional condition(cudaGraph_t graph, cudaGraphNode_t after, cudaGraphConditionalHandle handle,
                      cudaGraphConditionalNodeType type, unsigned size) {
    cudaGraphNodeParams parameters = {cudaGraphNodeTypeConditional};
    parameters.conditional.handle = handle;
    parameters.conditional.type = type;
    parameters.conditional.size = size;
    Conditional made;
    tell("a conditional node",
         cudaGraphAddNode(&made.node, graph, &after, nullptr, after != nullptr, &parameters));
    made.bodies = parameters.conditional.phGraph_out;
    return made;
}

cudaGraphExec_t ready(cudaGraph_t graph) {
    cudaGraphExec_t exec = nullptr;
    tell("cudaGraphInstantiate", cudaGraphInstantiate(&exec, graph, 0));
    return exec;
}
void run(cudaGraphExec_t exec) {
    tell("cudaGraphLaunch", cudaGraphLaunch(exec, nullptr));
    tell("cudaDeviceSynchronize", cudaDeviceSynchronize());
}

void one_or_the_other() {
    cudaGraph_t graph = new_graph();
    const cudaGraphConditionalHandle handle = new_handle(graph);
    const cudaGraphNode_t first =
        add(graph, nullptr, set, handle, static_cast<const unsigned*>(words()));
    const Conditional choice = condition(graph, first, handle, cudaGraphCondTypeIf, 2);
    add(choice.bodies[0], nullptr, count, words() + 1);
    add(choice.bodies[1], nullptr, count, words() + 2);
    add(graph, choice.node, count, words() + 3);
    cudaGraphExec_t exec = ready(graph);
    for (const unsigned value : {0U, 1U, 5U}) {
        put(0, value);
        run(exec);
        tell_word("if", 1);
        tell_word("else", 2);
        tell_word("behind", 3);
    }
}

void first_values() {
    cudaGraph_t graph = new_graph();
    const Conditional one = condition(
        graph, nullptr, new_handle(graph, 1, cudaGraphCondAssignDefault), cudaGraphCondTypeIf, 1);
    const Conditional other = condition(
        graph, nullptr, new_handle(graph, 0, cudaGraphCondAssignDefault), cudaGraphCondTypeIf, 1);
    add(one.bodies[0], nullptr, count, words() + 1);
    add(other.bodies[0], nullptr, count, words() + 2);
    cudaGraphExec_t exec = ready(graph);
    run(exec);
    run(exec);
    tell_word("first value 1", 1);
    tell_word("first value 0", 2);
}

void again_and_again() {
    cudaGraph_t graph = new_graph();
    const cudaGraphConditionalHandle handle = new_handle(graph, 1, cudaGraphCondAssignDefault);
    const Conditional loop = condition(graph, nullptr, handle, cudaGraphCondTypeWhile, 1);
    add(loop.bodies[0], nullptr, count_down, handle, words(), words() + 1);
    cudaGraphExec_t exec = ready(graph);
    for (const unsigned rounds : {4U, 2U}) {
        put(0, rounds);
        run(exec);
        tell_word("rounds", 1);
    }
}

void one_of_many() {
    cudaGraph_t graph = new_graph();
    const cudaGraphConditionalHandle handle = new_handle(graph);
    const cudaGraphNode_t first =
        add(graph, nullptr, set, handle, static_cast<const unsigned*>(words()));
    const Conditional choice = condition(graph, first, handle, cudaGraphCondTypeSwitch, 3);
    for (int body = 0; body < 3; ++body)
        add(choice.bodies[body], nullptr, count, words() + 1 + body);
    cudaGraphExec_t exec = ready(graph);
    for (const unsigned value : {0U, 2U, 2U, 3U}) {
        put(0, value);
        run(exec);
    }
    for (int body = 0; body < 3; ++body) tell_word("times", 1 + body);
}

void nested() {
    cudaGraph_t graph = new_graph();
    const cudaGraphConditionalHandle outer = new_handle(graph, 1, cudaGraphCondAssignDefault);
    const cudaGraphConditionalHandle inner = new_handle(graph);
    const Conditional loop = condition(graph, nullptr, outer, cudaGraphCondTypeWhile, 1);
    const cudaGraphNode_t down =
        add(loop.bodies[0], nullptr, count_down, outer, words(), words() + 1);
    const cudaGraphNode_t choose = add(loop.bodies[0], down, set_to, inner, 1U);
    const Conditional choice = condition(loop.bodies[0], choose, inner, cudaGraphCondTypeIf, 1);
    add(choice.bodies[0], nullptr, count, words() + 2);
    put(0, 3);
    run(ready(graph));
    tell_word("rounds", 1);
    tell_word("within", 2);
}

void handles() {
    cudaGraph_t graph = new_graph(), other = new_graph();
    cudaGraphConditionalHandle handle = 0;
    tell("no place", cudaGraphConditionalHandleCreate(nullptr, graph, 0, 0));
    tell("unknown flags", cudaGraphConditionalHandleCreate(&handle, graph, 0, 2));
    handle = new_handle(graph);
    condition(graph, nullptr, handle, cudaGraphCondTypeIf, 0);
    condition(graph, nullptr, handle, cudaGraphCondTypeIf, 3);
    condition(graph, nullptr, handle, cudaGraphCondTypeWhile, 2);
    condition(graph, nullptr, handle, static_cast<cudaGraphConditionalNodeType>(7), 1);
    condition(other, nullptr, handle, cudaGraphCondTypeIf, 1);
    condition(graph, nullptr, 0, cudaGraphCondTypeIf, 1);
    condition(graph, nullptr, handle, cudaGraphCondTypeIf, 1);
    condition(graph, nullptr, handle, cudaGraphCondTypeIf, 1);
}

void other_uses() {
    cudaGraph_t graph = new_graph(), other = new_graph(), clone = nullptr;
    const Conditional choice = condition(graph, nullptr, new_handle(graph), cudaGraphCondTypeIf, 1);
    add(choice.bodies[0], nullptr, count, words());
    cudaGraphNode_t node = nullptr;
    cudaGraphNodeType type{};
    tell("cudaGraphNodeGetType", cudaGraphNodeGetType(choice.node, &type));
    tell("the type", static_cast<int>(type));
    tell("cudaGraphClone", cudaGraphClone(&clone, graph));
    tell("cudaGraphAddChildGraphNode", cudaGraphAddChildGraphNode(&node, other, nullptr, 0, graph));
    tell("cudaGraphDestroy of a body", cudaGraphDestroy(choice.bodies[0]));
    cudaGraphExec_t exec = ready(graph), inner = nullptr;
    static_cast<void>(ready(graph));
    tell("cudaGraphInstantiate of a body", cudaGraphInstantiate(&inner, choice.bodies[0], 0));
    tell("cudaGraphNodeSetEnabled", cudaGraphNodeSetEnabled(exec, choice.node, 0));
}

void destroyed_node() {
    cudaGraph_t graph = new_graph();
    const Conditional choice = condition(graph, nullptr, new_handle(graph), cudaGraphCondTypeIf, 1);
    tell("cudaGraphDestroyNode", cudaGraphDestroyNode(choice.node));
}

void of_a_host_function(void*) {}

void what_a_body_may_have() {
    cudaGraph_t graph = new_graph();
    const cudaGraphConditionalHandle handle = new_handle(graph);
    const Conditional choice = condition(graph, nullptr, handle, cudaGraphCondTypeIf, 1);
    cudaGraph_t body = choice.bodies[0];
    cudaGraphNode_t node = nullptr;
    cudaEvent_t event = nullptr;
    static_cast<void>(cudaEventCreate(&event));
    cudaHostNodeParams host{of_a_host_function, nullptr};
    tell("an empty node", cudaGraphAddEmptyNode(&node, body, nullptr, 0));
    tell("a host function", cudaGraphAddHostNode(&node, body, nullptr, 0, &host));
    tell("an event record", cudaGraphAddEventRecordNode(&node, body, nullptr, 0, event));
    tell("an event wait", cudaGraphAddEventWaitNode(&node, body, nullptr, 0, event));
    cudaMemAllocNodeParams memory{};
    memory.poolProps.allocType = cudaMemAllocationTypePinned;
    memory.poolProps.location.type = cudaMemLocationTypeDevice;
    memory.bytesize = 64;
    tell("an allocation", cudaGraphAddMemAllocNode(&node, body, nullptr, 0, &memory));
    tell("a copy between devices' memory",
         cudaGraphAddMemcpyNode1D(&node, body, nullptr, 0, words() + 4, words(), 4,
                                  cudaMemcpyDeviceToDevice));
    unsigned value = 0;
    tell("a copy from the host", cudaGraphAddMemcpyNode1D(&node, body, nullptr, 0, words() + 4,
                                                          &value, 4, cudaMemcpyHostToDevice));
    ready(graph);
}

void an_event_in_a_body() {
    cudaGraph_t graph = new_graph();
    const Conditional choice = condition(graph, nullptr, new_handle(graph), cudaGraphCondTypeIf, 1);
    cudaGraphNode_t node = nullptr;
    cudaEvent_t event = nullptr;
    static_cast<void>(cudaEventCreate(&event));
    tell("an event record",
         cudaGraphAddEventRecordNode(&node, choice.bodies[0], nullptr, 0, event));
    ready(graph);
}

void captured_body() {
    cudaGraph_t graph = new_graph();
    const Conditional choice = condition(
        graph, nullptr, new_handle(graph, 1, cudaGraphCondAssignDefault), cudaGraphCondTypeIf, 1);
    cudaStream_t stream = nullptr;
    static_cast<void>(cudaStreamCreate(&stream));
    tell_word("times before", 1); // the memory is there: a capture forbids cudaMalloc
    tell("cudaStreamBeginCaptureToGraph",
         cudaStreamBeginCaptureToGraph(stream, choice.bodies[0], nullptr, nullptr, 0,
                                       cudaStreamCaptureModeGlobal));
    count<<<1, 1, 0, stream>>>(words() + 1);
    count<<<1, 1, 0, stream>>>(words() + 1);
    cudaGraph_t captured = nullptr;
    tell("cudaStreamEndCapture", cudaStreamEndCapture(stream, &captured));
    tell("the same graph", captured == choice.bodies[0]);
    run(ready(graph));
    tell_word("times", 1);
}

void ends_without_a_place() {
    cudaStream_t stream = nullptr;
    cudaGraph_t graph = new_graph();
    static_cast<void>(cudaStreamCreate(&stream));
    tell("no capture", cudaStreamEndCapture(stream, nullptr));
    tell("begin", cudaStreamBeginCaptureToGraph(stream, graph, nullptr, nullptr, 0,
                                                cudaStreamCaptureModeGlobal));
    tell("to a graph", cudaStreamEndCapture(stream, nullptr));
    tell("begin", cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    tell("of its own graph", cudaStreamEndCapture(stream, nullptr));
    cudaStreamCaptureStatus status{};
    tell("cudaStreamIsCapturing", cudaStreamIsCapturing(stream, &status));
    tell("its status", static_cast<int>(status));
}

constexpr Section sections[] = {{"one_or_the_other", one_or_the_other},
                                {"first_values", first_values},
                                {"again_and_again", again_and_again},
                                {"one_of_many", one_of_many},
                                {"nested", nested},
                                {"handles", handles},
                                {"other_uses", other_uses},
                                {"destroyed_node", destroyed_node},
                                {"what_a_body_may_have", what_a_body_may_have},
                                {"an_event_in_a_body", an_event_in_a_body},
                                {"captured_body", captured_body},
                                {"ends_without_a_place", ends_without_a_place}};

} // namespace

int main(int words_given, char** text) { return run_sections(sections, words_given, text); }
