// Correct programs with graphs.
#include "corpus.hpp"

namespace graphs {

using corpus::Stream;
using corpus::Event;
// Ready to launch; it takes the graph.
struct Ready {
    explicit Ready(cudaGraph_t from) : graph(from) {
        SUCCEED(cudaGraphInstantiate(&handle, graph, 0));
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
__global__ void add(const int* one, const int* other, int* out) {
    out[thread()] = one[thread()] + other[thread()];
}

CASE(graph_forks_and_joins) {
    const Array<int> data(64, 0), left(64, 0), right(64, 0), sum(64, 0);
    const Stream a, b;
    const Event fork, join;
    SUCCEED(cudaDeviceSynchronize());
    SUCCEED(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    produce<<<1, 64, 0, a>>>(data, 1);
    SUCCEED(cudaEventRecord(fork, a));
    SUCCEED(cudaStreamWaitEvent(b, fork, 0));
    consume<<<1, 64, 0, a>>>(data, left);
    consume<<<1, 64, 0, b>>>(data, right);
    SUCCEED(cudaEventRecord(join, b));
    SUCCEED(cudaStreamWaitEvent(a, join, 0));
    add<<<1, 64, 0, a>>>(left, right, sum);
    cudaGraph_t graph = nullptr;
    SUCCEED(cudaStreamEndCapture(a, &graph));
    const Ready exec(graph);
    for (int i = 0; i < 3; ++i) SUCCEED(cudaGraphLaunch(exec, i % 2 == 0 ? a : b));
    SUCCEED(cudaDeviceSynchronize());
    EXPECT(sum[63] == 130);
}

CASE(graph_built_by_hand) {
    Array<int> data(64, 0), out(64, 0);
    SUCCEED(cudaDeviceSynchronize());
    cudaGraph_t graph = nullptr;
    SUCCEED(cudaGraphCreate(&graph, 0));
    int *from = data, *to = out, value = 1, last = 0;
    void* of_produce[] = {&from, &value};
    void* of_consume[] = {&from, &to};
    cudaKernelNodeParams first{}, second{};
    first.func = reinterpret_cast<void*>(produce);
    second.func = reinterpret_cast<void*>(consume);
    first.gridDim = second.gridDim = 1;
    first.blockDim = second.blockDim = 64;
    first.kernelParams = of_produce;
    second.kernelParams = of_consume;
    cudaGraphNode_t one, two, three;
    SUCCEED(cudaGraphAddKernelNode(&one, graph, nullptr, 0, &first));
    SUCCEED(cudaGraphAddKernelNode(&two, graph, &one, 1, &second));
    SUCCEED(cudaGraphAddMemcpyNode1D(&three, graph, &two, 1, &last, to + 63, sizeof last,
                                     cudaMemcpyDeviceToHost));
    const Ready exec(graph);
    const Stream stream;
    SUCCEED(cudaGraphLaunch(exec, stream));
    SUCCEED(cudaStreamSynchronize(stream));
    EXPECT(last == 65);
}

CASE(graph_with_new_parameters) {
    const Array<int> data(64, 0), other(64, 0);
    const Stream stream;
    SUCCEED(cudaDeviceSynchronize());
    SUCCEED(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    produce<<<1, 64, 0, stream>>>(data, 1);
    cudaGraph_t graph = nullptr;
    SUCCEED(cudaStreamEndCapture(stream, &graph));
    const Ready exec(graph);
    SUCCEED(cudaGraphLaunch(exec, stream));
    cudaGraphNode_t node = nullptr;
    size_t count = 1;
    SUCCEED(cudaGraphGetNodes(graph, &node, &count));
    cudaKernelNodeParams parameters{};
    SUCCEED(cudaGraphKernelNodeGetParams(node, &parameters));
    int *to = other, value = 10;
    void* arguments[] = {&to, &value};
    parameters.kernelParams = arguments;
    SUCCEED(cudaGraphExecKernelNodeSetParams(exec, node, &parameters));
    SUCCEED(cudaGraphLaunch(exec, stream));
    SUCCEED(cudaStreamSynchronize(stream));
    EXPECT(data[63] == 64);
    EXPECT(other[63] == 73);
}

// Branches that write the same array, each its own part; and the next launch, which comes after.
CASE(graph_branches_write_their_parts) {
    const Array<int> data(128, 0), out(128, 0);
    const Stream a, b;
    const Event fork, join;
    SUCCEED(cudaDeviceSynchronize());
    SUCCEED(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
    SUCCEED(cudaEventRecord(fork, a));
    SUCCEED(cudaStreamWaitEvent(b, fork, 0));
    produce<<<1, 64, 0, a>>>(data, 0);
    produce<<<1, 64, 0, b>>>(data + 64, 64);
    SUCCEED(cudaEventRecord(join, b));
    SUCCEED(cudaStreamWaitEvent(a, join, 0));
    consume<<<1, 128, 0, a>>>(data, out);
    cudaGraph_t graph = nullptr;
    SUCCEED(cudaStreamEndCapture(a, &graph));
    const Ready exec(graph);
    SUCCEED(cudaGraphLaunch(exec, a));
    SUCCEED(cudaGraphLaunch(exec, b));
    SUCCEED(cudaStreamSynchronize(b));
    EXPECT(out[127] == 128);
}

// More branches than are kept apart, each of which reads two of the row before.
CASE(graph_of_many_branches) {
    constexpr int rows = 5, columns = 24;
    const Array<int> data(64 * rows * columns, 0);
    SUCCEED(cudaDeviceSynchronize());
    cudaGraph_t graph = nullptr;
    SUCCEED(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t nodes[rows][columns];
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const auto place = [&](int r, int c) { return data + 64 * (r * columns + c); };
            const int next = (column + 1) % columns;
            int value = 1, *to = place(row, column);
            int* left = row == 0 ? nullptr : place(row - 1, column);
            int* right = row == 0 ? nullptr : place(row - 1, next);
            void* of_produce[] = {&to, &value};
            void* of_add[] = {&left, &right, &to};
            cudaKernelNodeParams parameters{};
            parameters.func =
                row == 0 ? reinterpret_cast<void*>(produce) : reinterpret_cast<void*>(add);
            parameters.gridDim = 1;
            parameters.blockDim = 64;
            parameters.kernelParams = row == 0 ? of_produce : of_add;
            cudaGraphNode_t before[2] = {};
            if (row != 0) before[0] = nodes[row - 1][column], before[1] = nodes[row - 1][next];
            SUCCEED(cudaGraphAddKernelNode(&nodes[row][column], graph, before, row == 0 ? 0 : 2,
                                           &parameters));
        }
    const Ready exec(graph);
    const Stream stream;
    SUCCEED(cudaGraphLaunch(exec, stream));
    SUCCEED(cudaGraphLaunch(exec, stream));
    SUCCEED(cudaStreamSynchronize(stream));
    EXPECT(data[64 * rows * columns - 64] == 16);
}

} // namespace graphs
