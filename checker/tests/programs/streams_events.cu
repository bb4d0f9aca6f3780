// Four streams fill, square and sum slices of an array; events order them: a final stream waits for
// all.
#include "check.hpp"

#include <vector>

__global__ void fill(int* values, int count, int first) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] = first + i;
}

__global__ void square(int* values, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] *= values[i];
}

__global__ void sum(const int* values, int count, unsigned long long* result) {
    unsigned long long mine = 0;
    for (int i = threadIdx.x; i < count; i += blockDim.x) mine += values[i];
    atomicAdd(result, mine);
}

int main() {
    constexpr int slices = 4, slice = 1000, count = slices * slice;
    int least = 0, greatest = 0;
    check(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    require(greatest <= least, "the range of priorities");

    cudaStream_t streams[slices], last;
    cudaEvent_t filled[slices], squared[slices], begun, ended;
    for (int s = 0; s < slices; ++s) {
        check(cudaStreamCreateWithPriority(&streams[s], cudaStreamNonBlocking,
                                           s % 2 == 0 ? least : greatest));
        check(cudaEventCreateWithFlags(&filled[s], cudaEventDisableTiming));
        check(cudaEventCreateWithFlags(&squared[s], cudaEventDisableTiming));
    }
    check(cudaStreamCreate(&last));
    check(cudaEventCreate(&begun));
    check(cudaEventCreate(&ended));

    int *values = nullptr, *pinned = nullptr;
    unsigned long long* result = nullptr;
    check(cudaMalloc(&values, count * sizeof(int)));
    check(cudaMalloc(&result, sizeof *result));
    check(cudaMallocHost(&pinned, count * sizeof(int)));

    check(cudaEventRecord(begun, last));
    for (int s = 0; s < slices; ++s) {
        fill<<<(slice + 127) / 128, 128, 0, streams[s]>>>(values + s * slice, slice, s * slice);
        check(cudaEventRecord(filled[s], streams[s]));
    }
    for (int s = 0; s < slices; ++s) { // each slice is squared by the stream after its own
        const cudaStream_t next = streams[(s + 1) % slices];
        check(cudaStreamWaitEvent(next, filled[s]));
        square<<<(slice + 127) / 128, 128, 0, next>>>(values + s * slice, slice);
        check(cudaEventRecord(squared[s], next));
        check(cudaMemcpyAsync(pinned + s * slice, values + s * slice, slice * sizeof(int),
                              cudaMemcpyDeviceToHost, next));
    }
    check(cudaMemsetAsync(result, 0, sizeof *result, last));
    for (cudaEvent_t event : squared) check(cudaStreamWaitEvent(last, event, 0));
    sum<<<1, 256, 0, last>>>(values, count, result);
    check(cudaEventRecord(ended, last));
    check(cudaEventSynchronize(ended));
    check(cudaStreamQuery(last));
    float milliseconds = -1;
    check(cudaEventElapsedTime(&milliseconds, begun, ended));
    require(milliseconds >= 0, "the time between two events");

    unsigned long long host = 0, expected = 0;
    check(cudaMemcpy(&host, result, sizeof host, cudaMemcpyDeviceToHost));
    for (cudaStream_t stream : streams) check(cudaStreamSynchronize(stream));
    for (int i = 0; i < count; ++i) {
        require(pinned[i] == i * i, "a copied square");
        expected += i * i;
    }
    require(host == expected, "the sum");
    std::printf("sum of squares below %d: %llu\n", count, host);

    for (int s = 0; s < slices; ++s) {
        check(cudaStreamDestroy(streams[s]));
        check(cudaEventDestroy(filled[s]));
        check(cudaEventDestroy(squared[s]));
    }
    check(cudaStreamDestroy(last));
    check(cudaEventDestroy(begun));
    check(cudaEventDestroy(ended));
    check(cudaFree(values));
    check(cudaFree(result));
    check(cudaFreeHost(pinned));
    return 0;
}
