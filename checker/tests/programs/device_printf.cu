// printf on the device, in every format, and asserts that hold. One thread prints at a time, so
// that the order is defined.
#include "check.hpp"

#include <cassert>

__global__ void numbers() {
    printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d]\n", 42, 42, 42, 42, 42, 42);
    printf("[%u] [%x] [%X] [%#x] [%o] [%08X]\n", 4000000000u, 48879u, 48879u, 48879u, 8u, 48879u);
    printf("[%lld] [%llu] [%llx] [%ld]\n", -5000000000ll, 18000000000000000000ull,
           0xfedcba9876543210ull, -7l);
    printf("[%f] [%.3f] [%10.2f] [%-10.2f] [%e] [%g] [%G]\n", 3.14159265, 2.71828, 1.5, 1.5,
           12345.678, 0.0001, 1e20);
    printf("[%f] [%f] [%a]\n", 1.0f / 3, -0.0, 1.0);
    printf("[%c] [%s] [%10s] [%-10s] [%.3s] [%%]\n", 'x', "text", "right", "left", "truncated");
    printf("[%*d] [%-*d] [%.*f]\n", 6, 7, 6, 7, 2, 1.23456);
    printf("[%hd] [%5c]\n", 70000, 'y');
    printf("no arguments, 100%%, tab\there\n");
    printf("[%p]\n", reinterpret_cast<void*>(0x1234));
}

__global__ void in_turn(const char* name, int rounds, int* returned) {
    for (int turn = 0; turn < rounds; ++turn) {
        if (threadIdx.x == turn) {
            returned[turn] = printf("%s: thread %d of block %d\n", name, threadIdx.x, blockIdx.x);
        }
        __syncthreads();
    }
    assert(blockDim.x == 4 && "this holds");
}

__device__ char words[] = "device string";

__global__ void name_it() { printf("%s of %d\n", words, int(sizeof words)); }

int main() {
    std::size_t fifo = 0;
    check(cudaDeviceGetLimit(&fifo, cudaLimitPrintfFifoSize));
    require(fifo >= 1 << 16, "the buffer for printf");
    numbers<<<1, 1>>>();
    finish();
    char* name = nullptr;
    check(cudaMalloc(&name, 8));
    check(cudaMemcpy(name, "in turn", 8, cudaMemcpyHostToDevice));
    int* returned = nullptr;
    check(cudaMallocManaged(&returned, 4 * sizeof(int)));
    in_turn<<<1, 4>>>(name, 4, returned);
    finish();
    std::printf("printf returned %d %d %d %d\n", returned[0], returned[1], returned[2],
                returned[3]);
    check(cudaFree(returned));
    name_it<<<1, 1>>>();
    finish();
    check(cudaFree(name));
    std::printf("host: done\n");
    return 0;
}
