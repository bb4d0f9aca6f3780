// Correct programs with memory nodes of graphs.
#include "corpus.hpp"

namespace graph_memory {

using corpus::Stream;

void begin(cudaStream_t stream) {
    SUCCEED(cudaDeviceSynchronize());
    SUCCEED(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
}
// Ready to launch.
struct Ready {
    explicit Ready(cudaStream_t captured, unsigned flags = 0) {
        SUCCEED(cudaStreamEndCapture(captured, &graph));
        SUCCEED(cudaGraphInstantiate(&handle, graph, flags));
    }
    ~Ready() {
        cudaGraphExecDestroy(handle);
        cudaGraphDestroy(graph);
    }
    operator cudaGraphExec_t() const { return handle; }
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t handle = nullptr;
};

__global__ void produce(int* out, int value) { out[thread()] = value + thread(); }
__global__ void consume(const int* in, int* out) { out[thread()] = in[thread()] + 1; }

CASE(graph_memory_within_a_graph) {
    const Array<int> out(64, 0);
    const Stream stream;
    int* data = nullptr;
    begin(stream);
    SUCCEED(cudaMallocAsync(&data, 256, stream));
    produce<<<1, 64, 0, stream>>>(data, 1);
    consume<<<1, 64, 0, stream>>>(data, out);
    SUCCEED(cudaFreeAsync(data, stream));
    const Ready exec(stream);
    for (int i = 0; i < 3; ++i) SUCCEED(cudaGraphLaunch(exec, stream));
    SUCCEED(cudaStreamSynchronize(stream));
    EXPECT(out[63] == 65);
}
CASE(graph_memory_that_outlives_the_launch) {
    const Array<int> out(64, 0);
    const Stream stream, other;
    int* data = nullptr;
    begin(stream);
    SUCCEED(cudaMallocAsync(&data, 256, stream));
    produce<<<1, 64, 0, stream>>>(data, 2);
    const Ready exec(stream);
    for (int i = 0; i < 2; ++i) {
        SUCCEED(cudaGraphLaunch(exec, stream));
        SUCCEED(cudaStreamSynchronize(stream));
        consume<<<1, 64, 0, other>>>(data, out);
        SUCCEED(cudaFreeAsync(data, other));
        SUCCEED(cudaStreamSynchronize(other));
    }
    EXPECT(out[63] == 66);
}
CASE(graph_memory_that_another_graph_frees) {
    const Array<int> out(64, 0);
    const Stream stream;
    int* data = nullptr;
    begin(stream);
    SUCCEED(cudaMallocAsync(&data, 256, stream));
    produce<<<1, 64, 0, stream>>>(data, 3);
    const Ready first(stream);
    begin(stream);
    consume<<<1, 64, 0, stream>>>(data, out);
    SUCCEED(cudaFreeAsync(data, stream));
    const Ready second(stream);
    for (int i = 0; i < 2; ++i) {
        SUCCEED(cudaGraphLaunch(first, stream));
        SUCCEED(cudaGraphLaunch(second, stream));
    }
    SUCCEED(cudaStreamSynchronize(stream));
    EXPECT(out[63] == 67);
}
CASE(graph_memory_that_the_next_launch_frees) {
    const Stream stream;
    int *data = nullptr, value = 0;
    begin(stream);
    SUCCEED(cudaMallocAsync(&data, 256, stream));
    produce<<<1, 64, 0, stream>>>(data, 4);
    const Ready exec(stream, cudaGraphInstantiateFlagAutoFreeOnLaunch);
    for (int i = 0; i < 3; ++i) SUCCEED(cudaGraphLaunch(exec, stream));
    SUCCEED(cudaMemcpyAsync(&value, data + 63, sizeof value, cudaMemcpyDeviceToHost, stream));
    SUCCEED(cudaStreamSynchronize(stream));
    EXPECT(value == 67);
    SUCCEED(cudaFree(data));
}

} // namespace graph_memory
