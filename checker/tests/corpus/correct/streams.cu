// Correct programs with several streams.
#include "corpus.hpp"

namespace {

using corpus::Stream;

__global__ void produce(int* out, int value) { out[thread()] = value + thread(); }
__global__ void consume(const int* in, int* out) { out[thread()] = in[thread()] + 1; }

CASE(event_between_streams) {
    const Array<int> data(64, 0), out(64, 0);
    const Stream a, b;
    cudaEvent_t done;
    SUCCEED(cudaEventCreate(&done));
    SUCCEED(cudaDeviceSynchronize());
    produce<<<1, 64, 0, a>>>(data, 1);
    SUCCEED(cudaEventRecord(done, a));
    SUCCEED(cudaStreamWaitEvent(b, done, 0));
    consume<<<1, 64, 0, b>>>(data, out);
    SUCCEED(cudaStreamSynchronize(b));
    EXPECT(out[63] == 65);
    SUCCEED(cudaEventDestroy(done));
}
CASE(sent_from_pageable_memory_to_a_blocking_stream) {
    const Array<int> data(64, 0), out(64, 0);
    const int values[64] = {};
    cudaStream_t blocking;
    SUCCEED(cudaStreamCreate(&blocking));
    SUCCEED(cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice));
    consume<<<1, 64, 0, blocking>>>(data, out);
    SUCCEED(cudaStreamDestroy(blocking));
    EXPECT(out[63] == 1);
}
CASE(sent_from_pageable_memory_and_waited_for) {
    const Array<int> data(64, 0), out(64, 0);
    const int values[64] = {};
    const Stream a;
    SUCCEED(cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice));
    SUCCEED(cudaStreamSynchronize(nullptr));
    consume<<<1, 64, 0, a>>>(data, out);
    SUCCEED(cudaStreamSynchronize(a));
    EXPECT(out[63] == 1);
}
CASE(sent_from_pinned_memory) {
    const Array<int> data(64, 0), out(64, 0);
    const Stream a;
    SUCCEED(cudaDeviceSynchronize());
    int* pinned = nullptr;
    SUCCEED(cudaMallocHost(&pinned, 256));
    for (int i = 0; i < 64; ++i) pinned[i] = i;
    SUCCEED(cudaMemcpy(data, pinned, 256, cudaMemcpyHostToDevice)); // returns when it has arrived
    consume<<<1, 64, 0, a>>>(data, out);
    SUCCEED(cudaStreamSynchronize(a));
    EXPECT(out[63] == 64);
    SUCCEED(cudaFreeHost(pinned));
}
CASE(memory_handed_over_and_back) {
    const Stream a, b;
    cudaEvent_t done;
    SUCCEED(cudaEventCreate(&done));
    int *data = nullptr, last = 0;
    SUCCEED(cudaMallocAsync(&data, 256, a));
    SUCCEED(cudaEventRecord(done, a));
    SUCCEED(cudaStreamWaitEvent(b, done, 0));
    produce<<<1, 64, 0, b>>>(data, 1);
    SUCCEED(cudaMemcpyAsync(&last, data + 63, 4, cudaMemcpyDeviceToHost, b));
    SUCCEED(cudaEventRecord(done, b));
    SUCCEED(cudaStreamWaitEvent(a, done, 0));
    SUCCEED(cudaFreeAsync(data, a));
    SUCCEED(cudaStreamSynchronize(a));
    EXPECT(last == 64);
    SUCCEED(cudaEventDestroy(done));
}
CASE(host_waits_between_streams) {
    const Array<int> data(64, 0), out(64, 0);
    const Stream a, b;
    SUCCEED(cudaDeviceSynchronize());
    produce<<<1, 64, 0, a>>>(data, 1);
    SUCCEED(cudaStreamSynchronize(a));
    consume<<<1, 64, 0, b>>>(data, out);
    SUCCEED(cudaStreamSynchronize(b));
    EXPECT(out[63] == 65);
}
CASE(halves_in_two_streams) {
    const Array<int> data(64, 0), out(64, 0);
    const Stream a, b;
    SUCCEED(cudaDeviceSynchronize());
    produce<<<1, 32, 0, a>>>(data, 1);
    produce<<<1, 32, 0, b>>>(data + 32, 33);
    consume<<<1, 32, 0, a>>>(data, out);
    consume<<<1, 32, 0, b>>>(data + 32, out + 32);
    SUCCEED(cudaDeviceSynchronize());
    EXPECT(out[63] == 65);
}
CASE(legacy_stream_orders_blocking_ones) {
    const Array<int> data(64, 0), out(64, 0);
    const Stream a(cudaStreamDefault), b(cudaStreamDefault);
    produce<<<1, 64, 0, a>>>(data, 0);
    produce<<<1, 64>>>(data, 1); // the legacy stream: after a, before b
    consume<<<1, 64, 0, b>>>(data, out);
    SUCCEED(cudaDeviceSynchronize());
    EXPECT(out[63] == 65);
}
CASE(two_streams_read_the_same) {
    const Array<int> data(64, 0), out(128, 0);
    const Stream a, b;
    SUCCEED(cudaDeviceSynchronize());
    consume<<<1, 64, 0, a>>>(data, out);
    consume<<<1, 64, 0, b>>>(data, out + 64);
    SUCCEED(cudaDeviceSynchronize());
    EXPECT(out[127] == 1);
}
CASE(copy_and_kernel_in_one_stream) {
    const Array<int> data(64, 0), out(64, 0);
    const Stream a;
    SUCCEED(cudaDeviceSynchronize());
    int* host = nullptr;
    SUCCEED(cudaMallocHost(&host, 256));
    for (int i = 0; i < 64; ++i) host[i] = i;
    SUCCEED(cudaMemcpyAsync(data, host, 256, cudaMemcpyHostToDevice, a));
    consume<<<1, 64, 0, a>>>(data, out);
    SUCCEED(cudaMemcpyAsync(host, out, 256, cudaMemcpyDeviceToHost, a));
    SUCCEED(cudaStreamSynchronize(a));
    EXPECT(host[63] == 64);
    SUCCEED(cudaFreeHost(host));
}
__global__ void add(int* sum) { atomicAdd(sum, 1); }
CASE(atomics_of_two_streams) {
    const Array<int> sum(1, 0);
    const Stream a, b;
    SUCCEED(cudaDeviceSynchronize());
    add<<<1, 64, 0, a>>>(sum);
    add<<<1, 64, 0, b>>>(sum);
    SUCCEED(cudaDeviceSynchronize());
    EXPECT(sum[0] == 128);
}

} // namespace
