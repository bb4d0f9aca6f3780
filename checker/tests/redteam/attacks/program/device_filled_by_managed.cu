// Attack: fills the device before the first call with memory of another kind than cudaMalloc's
// Verdict: out_of_memory
// Stage: program
// Environment: WORKBOOK_HOST_MEMORY=4096
// Lesson: 02_first_kernel
#include "first_kernel.hpp"

static const bool filled = [] {
    for (std::size_t bytes = std::size_t{1} << 38; bytes >= 256; bytes /= 2)
        for (void* block = nullptr; cudaMallocManaged(&block, bytes) == cudaSuccess;) {
        }
    return true;
}();

__global__ void add_kernel(const int* x, const int* y, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = x[i] + y[i];
}

void add(const int* x, const int* y, int* out) { add_kernel<<<128, 32>>>(x, y, out); }

void add_on_grid(const int* x, const int* y, int* out, int blocks, int threads_per_block) {
    add_kernel<<<blocks, threads_per_block>>>(x, y, out);
}
