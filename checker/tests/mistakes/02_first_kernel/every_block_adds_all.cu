// Mistake: each block loops over the whole array
// Verdict: fault
// Message: add_kernel<<<1, 1>>> on 1 elements
// Message: memcheck: Invalid __global__ read of size 4 bytes
// Message: half as many threads do half of the elements
// Only: virtual
#include "first_kernel.hpp"

// Every thread of the grid runs this function once. The threads are counted through the whole grid,
// from 0: thread i is responsible for element i and for no other.
__global__ void add_kernel(const int* x, const int* y, int* out) {
    for (int i = threadIdx.x; i < element_count; i += blockDim.x) {
        out[i] = x[i] + y[i];
    }
}

void add(const int* x, const int* y, int* out) {
    constexpr int threads_per_block = 128;
    constexpr int blocks = element_count / threads_per_block;
    add_kernel<<<blocks, threads_per_block>>>(x, y, out);
}

// Given: the same kernel on a grid that the caller chooses.
void add_on_grid(const int* x, const int* y, int* out, int blocks, int threads_per_block) {
    add_kernel<<<blocks, threads_per_block>>>(x, y, out);
}
