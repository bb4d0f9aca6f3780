// Correct programs whose kernels launch kernels.
#include "corpus.hpp"

namespace children {

__global__ void fill(int* out, int value) { out[thread()] = value + thread(); }
__global__ void add_one(int* data) { data[thread()] += 1; }
__global__ void add(const int* in, int* out) { out[thread()] += in[thread()]; }

__global__ void launches_behind_a_barrier(int* data, int* out) {
    data[thread()] = thread();
    __syncthreads();
    if (thread() == 0) add<<<2, 32>>>(data, out);
}
CASE(child_behind_a_barrier) {
    const Array<int> data(64, 0), out(64, 0);
    launches_behind_a_barrier<<<1, 64>>>(data, out);
    EXPECT(out[63] == 63);
}

// What all blocks have written, and what they write after the launch.
__global__ void launches_a_tail(int* data, int* out) {
    if (threadIdx.x == 0 && blockIdx.x == 0) add<<<2, 32, 0, cudaStreamTailLaunch>>>(data, out);
    data[thread()] = thread();
}
CASE(tail_launch_sees_all_of_its_parent) {
    const Array<int> data(64, 0), out(64, 0);
    launches_a_tail<<<2, 32>>>(data, out);
    EXPECT(out[63] == 63);
}

__global__ void launches_in_order(int* data, int* out) {
    fill<<<1, 32>>>(data, 1);
    add_one<<<1, 32>>>(data);
    add<<<1, 32>>>(data, out);
}
CASE(children_in_one_stream) {
    const Array<int> data(32, 0), out(32, 0);
    launches_in_order<<<1, 1>>>(data, out);
    EXPECT(out[31] == 33);
}

__device__ unsigned blocks_done = 0;
__global__ void last_block_launches(int* data, int* out) {
    data[thread()] = thread();
    __threadfence();
    __syncthreads();
    if (threadIdx.x != 0) return;
    if (atomicInc(&blocks_done, gridDim.x - 1) != gridDim.x - 1) return;
    __threadfence();
    add<<<4, 32>>>(data, out);
}
CASE(child_of_the_last_block) {
    const Array<int> data(128, 0), out(128, 0);
    last_block_launches<<<4, 32>>>(data, out);
    EXPECT(out[127] == 127);
}

__global__ void launches_with_an_event(int* data, int* out) {
    cudaStream_t first = nullptr, second = nullptr;
    cudaEvent_t event = nullptr;
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    fill<<<1, 32, 0, first>>>(data, 1);
    cudaEventRecord(event, first);
    cudaStreamWaitEvent(second, event, 0);
    add<<<1, 32, 0, second>>>(data, out);
    cudaEventDestroy(event);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
}
CASE(child_that_waits_for_an_event) {
    const Array<int> data(32, 0), out(32, 0);
    launches_with_an_event<<<1, 1>>>(data, out);
    EXPECT(out[31] == 32);
}

__global__ void copies_in_order(int* data, int* out) {
    cudaMemsetAsync(data, 0, 128, nullptr);
    add_one<<<1, 32>>>(data);
    cudaMemcpyAsync(out, data, 128, cudaMemcpyDeviceToDevice, nullptr);
    add_one<<<1, 32>>>(out);
}
CASE(copies_and_children_in_order) {
    const Array<int> data(32), out(32);
    copies_in_order<<<1, 1>>>(data, out);
    EXPECT(out[31] == 2);
}

// Each half in a stream of its own; what the two make is added up when both are done.
__global__ void sum(const int* data, int from, int to, int* sums, int node);
__global__ void add_halves(int* sums, int node) {
    sums[node] = sums[2 * node] + sums[2 * node + 1];
}
__global__ void sum(const int* data, int from, int to, int* sums, int node) {
    if (to - from == 1) {
        sums[node] = data[from];
        return;
    }
    const int middle = (from + to) / 2;
    sum<<<1, 1, 0, cudaStreamFireAndForget>>>(data, from, middle, sums, 2 * node);
    sum<<<1, 1, 0, cudaStreamFireAndForget>>>(data, middle, to, sums, 2 * node + 1);
    add_halves<<<1, 1, 0, cudaStreamTailLaunch>>>(sums, node);
}
CASE(children_of_children) {
    const Array<int> data(16), sums(32);
    fill<<<1, 16>>>(data, 1);
    sum<<<1, 1>>>(data, 0, 16, sums, 1);
    EXPECT(sums[1] == 136);
}

// Far more often than launches may be pending.
__global__ void again(int* left, int* times) {
    ++*times;
    if (--*left > 0) again<<<1, 1, 0, cudaStreamTailLaunch>>>(left, times);
}
CASE(kernel_that_launches_itself_behind_itself) {
    const Array<int> left(1), times(1, 0);
    fill<<<1, 1>>>(left, 5000);
    again<<<1, 1>>>(left, times);
    EXPECT(times[0] == 5000);
}

__global__ void asks_for_errors(int* codes) {
    fill<<<1, 1>>>(codes, 5);
    codes[1] = cudaGetLastError();
    int* room = nullptr;
    codes[2] = cudaMalloc(&room, 64);
    *room = 4;
    codes[3] = *room;
    codes[4] = cudaFree(room);
}
CASE(calls_in_a_kernel) {
    const Array<int> codes(8, 0);
    asks_for_errors<<<1, 1>>>(codes);
    EXPECT(codes[0] == 5 && codes[1] == cudaSuccess && codes[2] == cudaSuccess);
    EXPECT(codes[3] == 4 && codes[4] == cudaSuccess);
}

CASE(children_and_events_of_the_host) {
    const Array<int> data(32, 0), out(32, 0);
    cudaStream_t first = nullptr, second = nullptr;
    cudaEvent_t event = nullptr;
    SUCCEED(cudaDeviceSynchronize());
    SUCCEED(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    SUCCEED(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    SUCCEED(cudaEventCreate(&event));
    launches_in_order<<<1, 1, 0, first>>>(data, out);
    SUCCEED(cudaEventRecord(event, first));
    SUCCEED(cudaStreamWaitEvent(second, event, 0));
    add_one<<<1, 32, 0, second>>>(out);
    SUCCEED(cudaStreamSynchronize(second));
    EXPECT(out[31] == 34);
    SUCCEED(cudaStreamDestroy(first));
    SUCCEED(cudaStreamDestroy(second));
    SUCCEED(cudaEventDestroy(event));
}

CASE(children_in_a_graph) {
    const Array<int> data(32, 0), out(32, 0);
    cudaStream_t stream = nullptr;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t ready = nullptr;
    SUCCEED(cudaDeviceSynchronize());
    SUCCEED(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    SUCCEED(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    launches_in_order<<<1, 1, 0, stream>>>(data, out);
    add_one<<<1, 32, 0, stream>>>(out);
    SUCCEED(cudaStreamEndCapture(stream, &graph));
    SUCCEED(cudaGraphInstantiate(&ready, graph, 0));
    SUCCEED(cudaGraphLaunch(ready, stream));
    SUCCEED(cudaGraphLaunch(ready, stream));
    SUCCEED(cudaStreamSynchronize(stream));
    EXPECT(out[31] == 68);
    SUCCEED(cudaGraphExecDestroy(ready));
    SUCCEED(cudaGraphDestroy(graph));
    SUCCEED(cudaStreamDestroy(stream));
}

} // namespace children
