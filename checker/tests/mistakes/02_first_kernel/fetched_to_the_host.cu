// Mistake: the CPU adds: three copies and no kernel
// Verdict: requirement
// Message: no kernel was launched by add(); 1 is asked for
#include "first_kernel.hpp"

#include <vector>

// Every thread of the grid runs this function once. The threads are counted through the whole grid,
// from 0: thread i is responsible for element i and for no other.
__global__ void add_kernel(const int* x, const int* y, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = x[i] + y[i];
}

void add(const int* x, const int* y, int* out) {
    std::vector<int> a(element_count), b(element_count);
    const std::size_t bytes = element_count * sizeof(int);
    cudaMemcpy(a.data(), x, bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(b.data(), y, bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < element_count; ++i) {
        a[i] += b[i];
    }
    cudaMemcpy(out, a.data(), bytes, cudaMemcpyHostToDevice);
}

// Given: the same kernel on a grid that the caller chooses.
void add_on_grid(const int* x, const int* y, int* out, int blocks, int threads_per_block) {
    add_kernel<<<blocks, threads_per_block>>>(x, y, out);
}
