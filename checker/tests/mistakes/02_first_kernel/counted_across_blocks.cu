// Mistake: counts the threads across the blocks: every sum is right, and a warp's are far apart
// Verdict: too_much_traffic
// Message: the threads are counted through one block after the other
// Only: virtual
#include "first_kernel.hpp"

// Every thread of the grid runs this function once. The threads are counted through the whole grid,
// from 0: thread i is responsible for element i and for no other.
__global__ void add_kernel(const int* x, const int* y, int* out) {
    const int i = threadIdx.x * gridDim.x + blockIdx.x;
    out[i] = x[i] + y[i];
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
