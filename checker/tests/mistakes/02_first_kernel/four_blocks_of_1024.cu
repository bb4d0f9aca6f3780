// Mistake: one thread an element, in blocks of another size
// Verdict: requirement
// Message: launched with grid 4 and block 1024; grid 32 and block 128 is asked for
#include "first_kernel.hpp"

// Every thread of the grid runs this function once. The threads are counted through the whole grid,
// from 0: thread i is responsible for element i and for no other.
__global__ void add_kernel(const int* x, const int* y, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = x[i] + y[i];
}

void add(const int* x, const int* y, int* out) { add_kernel<<<4, 1024>>>(x, y, out); }

// Given: the same kernel on a grid that the caller chooses.
void add_on_grid(const int* x, const int* y, int* out, int blocks, int threads_per_block) {
    add_kernel<<<blocks, threads_per_block>>>(x, y, out);
}
