// Memory nodes of graphs: memory that is used before it is allocated or after it is freed.
#include "corpus.hpp"

namespace graph_memory {

using Stream = corpus::StreamAfterArrays;

void begin(cudaStream_t stream) { cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal); }
cudaGraphExec_t end(cudaStream_t stream) {
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t exec = nullptr;
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    return exec;
}
void launch(cudaGraphExec_t exec, cudaStream_t stream) {
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
}

// clang-format off: the markers of a line stand on it
__global__ void produce(int* out, int value) {
    out[thread()] = value + thread(); // fault: graph_memory_used_after_its_free, fault: graph_memory_used_before_a_launch
}
__global__ void produce_if(const int* wanted, int* out) {
    if (*wanted != 0) out[thread()] = thread();
}
__global__ void consume(const int* in, int* out) {
    out[thread()] = in[thread()] + 1; // fault: graph_memory_of_an_earlier_launch
}
// clang-format on

CASE(graph_memory_used_after_its_free) {
    Stream stream;
    int* data = nullptr;
    begin(stream);
    cudaMallocAsync(&data, 256, stream);
    cudaFreeAsync(data, stream);
    produce<<<1, 64, 0, stream>>>(data, 1);
    launch(end(stream), stream);
}
CASE(graph_memory_used_before_a_launch) {
    Stream stream;
    int* data = nullptr;
    begin(stream);
    cudaMallocAsync(&data, 256, stream);
    const cudaGraphExec_t exec = end(stream);
    produce<<<1, 64, 0, stream>>>(data, 1);
    launch(exec, stream);
}
// What the first launch wrote is not there in the second, which has fresh memory.
CASE(graph_memory_of_an_earlier_launch) {
    const Array<int> wanted(1, 1), out(64, 0);
    Stream stream;
    int* data = nullptr;
    begin(stream);
    cudaMallocAsync(&data, 256, stream);
    produce_if<<<1, 64, 0, stream>>>(wanted, data);
    consume<<<1, 64, 0, stream>>>(data, out);
    cudaFreeAsync(data, stream);
    const cudaGraphExec_t exec = end(stream);
    launch(exec, stream);
    cudaMemsetAsync(wanted, 0, 4, stream);
    launch(exec, stream);
}
CASE(graph_memory_not_freed_before_the_next_launch) {
    Stream stream;
    int* data = nullptr;
    begin(stream);
    cudaMallocAsync(&data, 256, stream);
    produce<<<1, 64, 0, stream>>>(data, 1);
    const cudaGraphExec_t exec = end(stream);
    launch(exec, stream);
    launch(exec, stream);
    cudaFree(data);
}

} // namespace graph_memory
