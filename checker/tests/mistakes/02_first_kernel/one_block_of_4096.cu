// Mistake: all threads in one block
// Verdict: fault
// Message: refused with cudaErrorInvalidValue: 4096 threads per block; the most is 1024
#include "first_kernel.hpp"

// Every thread of the grid runs this function once. The threads are counted through the whole grid,
// from 0: thread i is responsible for element i and for no other.
__global__ void add_kernel(const int* x, const int* y, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = x[i] + y[i];
}

void add(const int* x, const int* y, int* out) { add_kernel<<<1, element_count>>>(x, y, out); }

// Given: the same kernel on a grid that the caller chooses.
void add_on_grid(const int* x, const int* y, int* out, int blocks, int threads_per_block) {
    add_kernel<<<blocks, threads_per_block>>>(x, y, out);
}
