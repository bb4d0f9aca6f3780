// Streams that a kernel holds, so that it can be asked what waits for it.
//
// Whether a call waits is asked with a kernel that holds its stream until a flag in mapped memory
// is set, or until it has looked some ten thousand times (a tenth of a second): a call that waits
// comes back only after the kernel gave up, one that does not comes back before, and the flag is
// set then.
#pragma once

#include "api_tell.hpp"

#include <cstdlib>

namespace {

__global__ void hold(volatile int* flag, int* seen) {
    int looks = 0;
    while (*flag == 0 && looks < 50000) {
        __nanosleep(2000);
        ++looks;
    }
    *seen = *flag;
}
__global__ void write_value(int* place, int value) { *place = value; }
__global__ void copy_value(int* to, const int* from) { *to = *from; }
__global__ void stop_here() { __trap(); }
__global__ void say_hello() { printf("from the kernel\n"); }
__device__ int variable;

// Everything that the questions use, made before any kernel is held: some of it would wait.
struct Bench {
    volatile int* flag = nullptr; // mapped: the host sets it
    int* seen = nullptr;          // mapped: what the kernel saw last
    int *device = nullptr, *other = nullptr, *pinned = nullptr, *managed = nullptr;
    char* large = nullptr;
    char* large_pinned = nullptr;
    cudaStream_t blocking = nullptr, second = nullptr, apart = nullptr;
    cudaEvent_t early = nullptr, event = nullptr;
    static constexpr int large_bytes = 1 << 20;

    Bench() {
        int* mapped = nullptr;
        cudaHostAlloc(&mapped, 2 * sizeof(int), cudaHostAllocMapped);
        flag = mapped;
        seen = mapped + 1;
        cudaMalloc(&device, large_bytes);
        cudaMalloc(&other, large_bytes);
        cudaMallocHost(&pinned, 64);
        cudaMallocHost(&large_pinned, large_bytes);
        cudaMallocManaged(&managed, 64);
        large = static_cast<char*>(std::calloc(large_bytes, 1));
        cudaStreamCreate(&blocking);
        cudaStreamCreate(&second);
        cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
        cudaEventCreate(&early);
        cudaEventCreate(&event);
        *flag = 1; // each kernel once, so that none is loaded while another is held
        hold<<<1, 1>>>(flag, seen);
        write_value<<<1, 1>>>(device, 0);
        copy_value<<<1, 1>>>(device, other);
        cudaMemcpyToSymbol(variable, seen, sizeof(int));
        cudaEventRecord(early);
        cudaDeviceSynchronize();
        std::memset(pinned, 0, 64);
        cudaGetLastError();
    }

    void begin(cudaStream_t stream) {
        *flag = 0;
        *seen = -1;
        hold<<<1, 1, 0, stream>>>(flag, seen);
    }
    // 1: the flag was set while the kernel was held; 0: it had given up before.
    int end() {
        *flag = 1;
        cudaDeviceSynchronize();
        return *seen;
    }
};

template <class Body>
void ask_waits(Bench& bench, cudaStream_t stream, const char* where, const char* call,
               Body&& body) {
    bench.begin(stream);
    const cudaError_t error = body();
    const int held = bench.end();
    cudaGetLastError();
    std::printf("%-14s %-44s %s, %s\n", where, call, held ? "does not wait" : "waits",
                cudaGetErrorName(error));
}

} // namespace
