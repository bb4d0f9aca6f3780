// What a GPU says of memory that graphs allocate: nodes made by hand and by capture, what may be
// freed where and when, what a graph with such nodes may not be used for. The answers of a real GPU
// are in api_graph_memory.txt.
#include "api_tell.hpp"

#include <cstddef>

namespace {

__global__ void fill(int* place, int value) { place[threadIdx.x] = value; }

cudaStream_t stream() {
    static cudaStream_t made = [] {
        cudaStream_t one = nullptr;
        static_cast<void>(cudaStreamCreate(&one));
        return one;
    }();
    return made;
}

cudaGraph_t new_graph() {
    cudaGraph_t graph = nullptr;
    static_cast<void>(cudaGraphCreate(&graph, 0));
    return graph;
}

cudaMemAllocNodeParams wish(std::size_t bytes) {
    cudaMemAllocNodeParams parameters{};
    parameters.poolProps.allocType = cudaMemAllocationTypePinned;
    parameters.poolProps.location.type = cudaMemLocationTypeDevice;
    parameters.poolProps.location.id = 0;
    parameters.bytesize = bytes;
    return parameters;
}

cudaGraphNode_t add_allocation(cudaGraph_t graph, int*& place) {
    cudaMemAllocNodeParams parameters = wish(4096);
    cudaGraphNode_t node = nullptr;
    tell("cudaGraphAddMemAllocNode",
         cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &parameters));
    place = static_cast<int*>(parameters.dptr);
    return node;
}

cudaGraphNode_t add_fill(cudaGraph_t graph, cudaGraphNode_t after, int* place, int value) {
    void* arguments[] = {&place, &value};
    cudaKernelNodeParams parameters{};
    parameters.func = reinterpret_cast<void*>(&fill);
    parameters.gridDim = 1;
    parameters.blockDim = 32;
    parameters.kernelParams = arguments;
    cudaGraphNode_t node = nullptr;
    tell("cudaGraphAddKernelNode",
         cudaGraphAddKernelNode(&node, graph, &after, after != nullptr, &parameters));
    return node;
}

cudaGraphNode_t add_free(cudaGraph_t graph, cudaGraphNode_t after, void* place) {
    cudaGraphNode_t node = nullptr;
    tell("cudaGraphAddMemFreeNode",
         cudaGraphAddMemFreeNode(&node, graph, &after, after != nullptr, place));
    return node;
}

cudaGraphExec_t ready(cudaGraph_t graph, unsigned long long flags = 0) {
    cudaGraphExec_t exec = nullptr;
    tell("cudaGraphInstantiate", cudaGraphInstantiate(&exec, graph, flags));
    return exec;
}

void run(cudaGraphExec_t exec) {
    tell("cudaGraphLaunch", cudaGraphLaunch(exec, stream()));
    tell("cudaStreamSynchronize", cudaStreamSynchronize(stream()));
}

void first_value(const int* place) {
    int value = -1;
    tell("cudaMemcpy from the node's memory",
         cudaMemcpy(&value, place, sizeof value, cudaMemcpyDeviceToHost));
    tell("the value", value);
}

void used(const char* what) {
    std::size_t bytes = 1;
    tell("cudaDeviceGetGraphMemAttribute",
         cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &bytes));
    tell(what, static_cast<long long>(bytes));
}

void parameters() {
    cudaGraph_t graph = new_graph();
    cudaGraphNode_t node = nullptr;
    cudaMemAllocNodeParams given = wish(0);
    tell("no bytes", cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &given));
    given = wish(64);
    given.poolProps.location.id = 77;
    tell("of device 77", cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &given));
    given = wish(64);
    given.poolProps.allocType = cudaMemAllocationTypeInvalid;
    tell("of no type", cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &given));
    given = wish(100);
    tell("right", cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &given));
    cudaGraphNodeType type{};
    tell("cudaGraphNodeGetType", cudaGraphNodeGetType(node, &type));
    tell("the type", static_cast<int>(type));
    cudaMemAllocNodeParams answer{};
    tell("cudaGraphMemAllocNodeGetParams", cudaGraphMemAllocNodeGetParams(node, &answer));
    tell("its bytes", static_cast<long long>(answer.bytesize));
    tell("the same address", answer.dptr == given.dptr);
    void* freed = nullptr;
    cudaGraphNode_t end = add_free(graph, node, given.dptr);
    tell("cudaGraphMemFreeNodeGetParams", cudaGraphMemFreeNodeGetParams(end, &freed));
    tell("the same address", freed == given.dptr);
    tell("params of the other type", cudaGraphMemFreeNodeGetParams(node, &freed));
}

void frees_in_a_graph() {
    cudaGraph_t graph = new_graph();
    int *place = nullptr, *plain = nullptr;
    tell("cudaMalloc", cudaMalloc(&plain, 64));
    add_free(graph, nullptr, plain);
    add_free(graph, nullptr, nullptr);
    cudaGraphNode_t node = add_allocation(graph, place);
    add_free(graph, node, place + 1);
    add_free(graph, node, place);
    add_free(graph, node, place);
    cudaGraph_t other = new_graph();
    add_free(other, nullptr, place);
}

void free_before_use() {
    cudaGraph_t graph = new_graph();
    int* place = nullptr;
    add_allocation(graph, place);
    add_free(graph, nullptr, place); // beside the allocation
    run(ready(graph));
}

void a_graph_that_frees() {
    cudaGraph_t graph = new_graph();
    int* place = nullptr;
    cudaGraphNode_t node = add_allocation(graph, place);
    node = add_fill(graph, node, place, 7);
    add_free(graph, node, place);
    cudaGraphExec_t exec = ready(graph);
    used("used before");
    run(exec);
    run(exec);
    used("used after");
    first_value(place);
    tell("cudaGraphExecDestroy", cudaGraphExecDestroy(exec));
    tell("cudaGraphDestroy", cudaGraphDestroy(graph));
}

void memory_that_outlives() {
    cudaGraph_t graph = new_graph();
    int* place = nullptr;
    const cudaGraphNode_t node = add_allocation(graph, place);
    add_fill(graph, node, place, 7);
    cudaGraphExec_t exec = ready(graph);
    run(exec);
    first_value(place);
    tell("again, not freed", cudaGraphLaunch(exec, stream()));
    tell("cudaFreeAsync", cudaFreeAsync(place, stream()));
    tell("cudaFreeAsync again", cudaFreeAsync(place, stream()));
    run(exec);
    tell("cudaFree", cudaFree(place));
    tell("cudaFree again", cudaFree(place));
    run(exec);
    tell("cudaGraphExecDestroy", cudaGraphExecDestroy(exec));
    tell("cudaGraphDestroy", cudaGraphDestroy(graph));
    first_value(place);
    tell("cudaFree", cudaFree(place));
}

void before_a_launch() {
    cudaGraph_t graph = new_graph();
    int* place = nullptr;
    add_allocation(graph, place);
    cudaPointerAttributes attributes{};
    tell("cudaPointerGetAttributes", cudaPointerGetAttributes(&attributes, place));
    tell("its type", static_cast<int>(attributes.type));
    tell("cudaFree", cudaFree(place));
    tell("cudaFreeAsync", cudaFreeAsync(place, stream()));
    tell("cudaMemset", cudaMemset(place, 0, 64));
}

void copy_before_a_launch() {
    cudaGraph_t graph = new_graph();
    int* place = nullptr;
    add_allocation(graph, place);
    first_value(place);
}

void freed_by_itself() {
    cudaGraph_t graph = new_graph();
    int* place = nullptr;
    const cudaGraphNode_t node = add_allocation(graph, place);
    add_fill(graph, node, place, 7);
    cudaGraphExec_t exec = ready(graph, cudaGraphInstantiateFlagAutoFreeOnLaunch);
    run(exec);
    run(exec);
    first_value(place);
    tell("cudaFree", cudaFree(place));
    run(exec);
}

void two_graphs() {
    cudaGraph_t graph = new_graph(), ending = new_graph();
    int* place = nullptr;
    const cudaGraphNode_t node = add_allocation(graph, place);
    add_fill(graph, node, place, 7);
    add_free(ending, nullptr, place);
    cudaGraphExec_t exec = ready(graph), end = ready(ending);
    tell("frees what is not there", cudaGraphLaunch(end, stream()));
    run(exec);
    run(end);
    tell("frees it again", cudaGraphLaunch(end, stream()));
    run(exec);
    run(end);
}

void other_uses() {
    cudaGraph_t graph = new_graph(), other = new_graph(), clone = nullptr;
    int* place = nullptr;
    cudaGraphNode_t node = add_allocation(graph, place);
    cudaGraphNode_t use = add_fill(graph, node, place, 7);
    cudaGraphNode_t end = add_free(graph, use, place), child = nullptr;
    tell("cudaGraphClone", cudaGraphClone(&clone, graph));
    tell("cudaGraphAddChildGraphNode",
         cudaGraphAddChildGraphNode(&child, other, nullptr, 0, graph));
    tell("cudaGraphDestroyNode of the allocation", cudaGraphDestroyNode(node));
    tell("cudaGraphDestroyNode of the kernel", cudaGraphDestroyNode(use));
    tell("cudaGraphRemoveDependencies", cudaGraphRemoveDependencies(graph, &use, &end, nullptr, 1));
    tell("cudaGraphAddDependencies", cudaGraphAddDependencies(graph, &node, &end, nullptr, 1));
    cudaGraphExec_t exec = ready(graph);
    cudaGraphExec_t second = ready(graph);
    static_cast<void>(second);
    cudaGraphExecUpdateResultInfo result{};
    tell("cudaGraphExecUpdate", cudaGraphExecUpdate(exec, graph, &result));
    tell("its result", static_cast<int>(result.result));
    tell("cudaGraphNodeSetEnabled", cudaGraphNodeSetEnabled(exec, node, 0));
    tell("cudaGraphExecDestroy", cudaGraphExecDestroy(exec));
    exec = ready(graph);
    run(exec);
}

void captured() {
    int *place = nullptr, *plain = nullptr;
    cudaGraph_t graph = nullptr;
    tell("cudaMalloc", cudaMalloc(&plain, 64));
    tell("begin", cudaStreamBeginCapture(stream(), cudaStreamCaptureModeGlobal));
    tell("cudaMallocAsync", cudaMallocAsync(&place, 4096, stream()));
    fill<<<1, 32, 0, stream()>>>(place, 5);
    tell("launch", cudaGetLastError());
    tell("cudaFreeAsync", cudaFreeAsync(place, stream()));
    tell("end", cudaStreamEndCapture(stream(), &graph));
    std::size_t nodes = 0;
    tell("cudaGraphGetNodes", cudaGraphGetNodes(graph, nullptr, &nodes));
    tell("nodes", static_cast<long long>(nodes));
    run(ready(graph));
    used("used after");
    tell("begin", cudaStreamBeginCapture(stream(), cudaStreamCaptureModeGlobal));
    tell("cudaMallocAsync of no bytes", cudaMallocAsync(&place, 0, stream()));
    tell("a null pointer", static_cast<long long>(place == nullptr));
    tell("cudaFreeAsync of a null pointer", cudaFreeAsync(nullptr, stream()));
    tell("end", cudaStreamEndCapture(stream(), &graph));
    tell("begin", cudaStreamBeginCapture(stream(), cudaStreamCaptureModeGlobal));
    tell("cudaFreeAsync of plain memory", cudaFreeAsync(plain, stream()));
    cudaStreamCaptureStatus status{};
    tell("cudaStreamIsCapturing", cudaStreamIsCapturing(stream(), &status));
    tell("its status", static_cast<int>(status));
    tell("end", cudaStreamEndCapture(stream(), &graph));
}

void attributes() {
    std::size_t value = 1;
    tell("no such device", cudaDeviceGetGraphMemAttribute(77, cudaGraphMemAttrUsedMemHigh, &value));
    tell("no such attribute",
         cudaDeviceGetGraphMemAttribute(0, static_cast<cudaGraphMemAttributeType>(9), &value));
    tell("set to 1", cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &value));
    value = 0;
    tell("set to 0", cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &value));
    tell("set the current",
         cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &value));
    tell("cudaDeviceGraphMemTrim", cudaDeviceGraphMemTrim(0));
    tell("cudaDeviceGraphMemTrim of device 77", cudaDeviceGraphMemTrim(77));
}

constexpr Section sections[] = {{"parameters", parameters},
                                {"frees_in_a_graph", frees_in_a_graph},
                                {"free_before_use", free_before_use},
                                {"a_graph_that_frees", a_graph_that_frees},
                                {"memory_that_outlives", memory_that_outlives},
                                {"before_a_launch", before_a_launch},
                                {"copy_before_a_launch", copy_before_a_launch},
                                {"freed_by_itself", freed_by_itself},
                                {"two_graphs", two_graphs},
                                {"other_uses", other_uses},
                                {"captured", captured},
                                {"attributes", attributes}};

} // namespace

int main(int words, char** text) { return run_sections(sections, words, text); }
