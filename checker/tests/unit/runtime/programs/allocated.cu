// Where memory comes from that an access misses: messages name the line of the host's call, also
// behind a template, a class and a header.
#include "allocated.hpp"

#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void beyond(int* out) { out[threadIdx.x + 8] = 1; }

struct Buffer {
    explicit Buffer(int count) {
        cudaMalloc(&data, count * sizeof(int)); // in a member function
    }
    int* data = nullptr;
};

static int* raw(int count) {
    void* pointer = nullptr;
    cudaMalloc(&pointer, count * sizeof(int)); // not through CUDA's template
    return static_cast<int*>(pointer);
}

int main(int, char** arguments) {
    const char* which = arguments[1];
    int* data = nullptr;
    if (std::strcmp(which, "plain") == 0) {
        const int bytes = 8 * sizeof(int);
        cudaMalloc(&data, bytes); // the plain case
    } else if (std::strcmp(which, "class") == 0) {
        data = Buffer(8).data;
    } else if (std::strcmp(which, "function") == 0) {
        data = raw(8);
    } else if (std::strcmp(which, "header") == 0) {
        data = allocated_in_header<int>(8);
    }
    beyond<<<1, 1>>>(data);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaDeviceReset();
}
