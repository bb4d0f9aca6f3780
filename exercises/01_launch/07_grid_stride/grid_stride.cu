// Lesson 07: one kernel for any grid. README.md explains; fill in the two regions marked TODO.
#include "grid_stride.hpp"

// Adds n elements, on any grid.
__global__ void add_kernel(const int* x, const int* y, int* out, std::size_t n) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    // TODO 1: let this thread do all of its elements: i, and every grid's length further on.
    if (i < n) {
        out[i] = x[i] + y[i];
    }
    // end of TODO 1
}

// y = a * x + y for n elements, on any grid.
__global__ void saxpy_kernel(float a, const float* x, float* y, std::size_t n) {
    // TODO 2: the whole kernel. Neighbouring threads are to touch neighbouring elements.

    // end of TODO 2
}

void add(const int* x, const int* y, int* out, std::size_t n, int blocks, int threads_per_block) {
    add_kernel<<<blocks, threads_per_block>>>(x, y, out, n);
}

void saxpy(float a, const float* x, float* y, std::size_t n, int blocks, int threads_per_block) {
    saxpy_kernel<<<blocks, threads_per_block>>>(a, x, y, n);
}
