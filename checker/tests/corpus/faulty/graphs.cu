// Graphs with an edge too few, and graphs that are launched too late.
#include "corpus.hpp"

#include <cstdlib>

namespace graphs {

using Stream = corpus::StreamAfterArrays;
using corpus::Event;

// It takes the graph.
void launch(cudaGraph_t graph, cudaStream_t stream) {
    cudaGraphExec_t exec = nullptr;
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
}

// clang-format off: the markers of a line stand on it
__global__ void produce(int* out, int value) {
    out[thread()] = value + thread(); // fault: graph_branches_write_the_same, other: graph_branches_write_the_same, other: graph_misses_an_edge, fault: graph_of_freed_memory, fault: graph_copies_beside_a_kernel
}
__global__ void consume(const int* in, int* out) {
    out[thread()] = in[thread()] + 1; // fault: graph_misses_an_edge
}
// clang-format on

CASE(graph_branches_write_the_same) {
    const Array<int> data(64, 0);
    Stream a, b;
    Event fork, join;
    cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, a);
    cudaStreamWaitEvent(b, fork, 0);
    produce<<<1, 64, 0, a>>>(data, 1);
    produce<<<1, 64, 0, b>>>(data, 2);
    cudaEventRecord(join, b);
    cudaStreamWaitEvent(a, join, 0);
    cudaGraph_t graph = nullptr;
    cudaStreamEndCapture(a, &graph);
    launch(graph, a);
}
CASE(graph_misses_an_edge) {
    const Array<int> data(64, 0), out(64, 0);
    Stream stream;
    cudaGraph_t graph = nullptr;
    cudaGraphCreate(&graph, 0);
    int *from = data, *to = out, value = 1;
    void* of_produce[] = {&from, &value};
    void* of_consume[] = {&from, &to};
    cudaKernelNodeParams parameters{};
    parameters.gridDim = 1;
    parameters.blockDim = 64;
    cudaGraphNode_t one, two;
    parameters.func = reinterpret_cast<void*>(produce);
    parameters.kernelParams = of_produce;
    cudaGraphAddKernelNode(&one, graph, nullptr, 0, &parameters);
    parameters.func = reinterpret_cast<void*>(consume);
    parameters.kernelParams = of_consume;
    cudaGraphAddKernelNode(&two, graph, nullptr, 0, &parameters);
    launch(graph, stream);
}
CASE(graph_copies_beside_a_kernel) {
    const Array<int> data(64, 0);
    Stream a, b;
    Event fork, join;
    int* host = nullptr;
    cudaMallocHost(&host, 256);
    cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, a);
    cudaStreamWaitEvent(b, fork, 0);
    produce<<<1, 64, 0, a>>>(data, 1);
    cudaMemcpyAsync(host, data, 256, cudaMemcpyDeviceToHost, b);
    cudaEventRecord(join, b);
    cudaStreamWaitEvent(a, join, 0);
    cudaGraph_t graph = nullptr;
    cudaStreamEndCapture(a, &graph);
    launch(graph, a);
    cudaFreeHost(host);
}
CASE(graph_of_freed_memory) {
    Stream stream;
    int* data = nullptr;
    cudaMalloc(&data, 256);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    produce<<<1, 64, 0, stream>>>(data, 1);
    cudaGraph_t graph = nullptr;
    cudaStreamEndCapture(stream, &graph);
    cudaFree(data);
    launch(graph, stream);
}
CASE(graph_copies_freed_pinned_memory) {
    const Array<int> data(64, 0);
    Stream stream;
    int* host = nullptr;
    cudaMallocHost(&host, 256);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(data, host, 256, cudaMemcpyHostToDevice, stream);
    cudaGraph_t graph = nullptr;
    cudaStreamEndCapture(stream, &graph);
    cudaFreeHost(host);
    launch(graph, stream);
}
// A buffer so large that the system has its pages back when it is freed.
CASE(graph_copies_freed_host_memory) {
    constexpr std::size_t bytes = 8 << 20;
    const Array<char> data(bytes, 0);
    Stream stream;
    void* host = std::calloc(1, bytes);
    cudaGraph_t graph = nullptr;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t node = nullptr;
    cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, data, host, bytes, cudaMemcpyHostToDevice);
    std::free(host);
    launch(graph, stream);
}
CASE(graph_without_a_join) {
    const Array<int> data(64, 0);
    Stream a, b;
    Event fork;
    cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, a);
    cudaStreamWaitEvent(b, fork, 0);
    produce<<<1, 64, 0, b>>>(data, 2);
    cudaGraph_t graph = nullptr;
    cudaStreamEndCapture(a, &graph);
}
CASE(graph_waits_while_it_is_captured) {
    const Array<int> data(64, 0);
    Stream stream;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    produce<<<1, 64, 0, stream>>>(data, 2);
    cudaStreamSynchronize(stream);
    cudaGraph_t graph = nullptr;
    cudaStreamEndCapture(stream, &graph);
}

} // namespace graphs
