// Work in several streams that nothing orders.
#include "corpus.hpp"

namespace {

using Stream = corpus::StreamAfterArrays;
using corpus::Event;
struct Pinned {
    Pinned() { cudaMallocHost(&data, 256); }
    ~Pinned() { cudaFreeHost(data); }
    int* data = nullptr;
};

// clang-format off: the markers of a line stand on it
__global__ void produce(int* out, int value) {
    out[thread()] = value + thread(); // other: two_streams, other: event_recorded_too_early, other: event_not_waited_for, fault: copied_back_in_another_stream, other: two_writers, fault: two_writers, other: legacy_and_non_blocking, fault: allocated_in_another_stream
}
__global__ void consume(const int* in, int* out) {
    out[thread()] = in[thread()] + 1; // fault: two_streams, fault: event_recorded_too_early, fault: event_not_waited_for, fault: copied_in_another_stream, fault: set_in_another_stream, fault: legacy_and_non_blocking, fault: sent_from_pageable_memory, fault: rows_sent_from_pageable_memory
}
// clang-format on

CASE(allocated_in_another_stream) {
    Stream a, b;
    int* data = nullptr;
    cudaMallocAsync(&data, 256, a);
    produce<<<1, 64, 0, b>>>(data, 1);
    cudaStreamSynchronize(b);
    cudaFreeAsync(data, a);
}
CASE(two_streams) {
    const Array<int> data(64, 0), out(64, 0);
    Stream a, b;
    produce<<<1, 64, 0, a>>>(data, 1);
    consume<<<1, 64, 0, b>>>(data, out);
}
CASE(two_writers) {
    const Array<int> data(64, 0);
    Stream a, b;
    produce<<<1, 64, 0, a>>>(data, 1);
    produce<<<1, 64, 0, b>>>(data, 2);
}
CASE(event_recorded_too_early) {
    const Array<int> data(64, 0), out(64, 0);
    Stream a, b;
    Event done;
    cudaEventRecord(done, a);
    produce<<<1, 64, 0, a>>>(data, 1);
    cudaStreamWaitEvent(b, done, 0);
    consume<<<1, 64, 0, b>>>(data, out);
}
CASE(event_not_waited_for) {
    const Array<int> data(64, 0), out(64, 0);
    Stream a, b;
    Event done;
    produce<<<1, 64, 0, a>>>(data, 1);
    cudaEventRecord(done, a);
    consume<<<1, 64, 0, b>>>(data, out);
    cudaStreamWaitEvent(b, done, 0);
}
CASE(copied_in_another_stream) {
    const Array<int> data(64, 0), out(64, 0);
    const Pinned host;
    Stream a, b;
    cudaMemcpyAsync(data, host.data, 256, cudaMemcpyHostToDevice, a);
    consume<<<1, 64, 0, b>>>(data, out);
}
CASE(set_in_another_stream) {
    const Array<int> data(64, 0), out(64, 0);
    Stream a, b;
    cudaMemsetAsync(data, 0, 256, a);
    consume<<<1, 64, 0, b>>>(data, out);
}
CASE(copied_back_in_another_stream) {
    const Array<int> data(64, 0);
    const Pinned host;
    Stream a, b;
    produce<<<1, 64, 0, a>>>(data, 1);
    cudaMemcpyAsync(host.data, data, 256, cudaMemcpyDeviceToHost, b);
}
CASE(legacy_and_non_blocking) {
    const Array<int> data(64, 0), out(64, 0);
    Stream b; // does not wait for the legacy stream
    produce<<<1, 64>>>(data, 1);
    consume<<<1, 64, 0, b>>>(data, out);
}
// cudaMemcpy takes the bytes of pageable memory and returns; they may be on their way still.
CASE(sent_from_pageable_memory) {
    const Array<int> data(64, 0), out(64, 0);
    Stream b;
    const int values[64] = {};
    cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice);
    consume<<<1, 64, 0, b>>>(data, out);
}
CASE(rows_sent_from_pageable_memory) {
    const Array<int> data(64, 0), out(64, 0);
    Stream b;
    const int values[64] = {};
    cudaMemcpy2D(data, 128, values, 128, 128, 2, cudaMemcpyHostToDevice);
    consume<<<1, 64, 0, b>>>(data, out);
}

} // namespace
