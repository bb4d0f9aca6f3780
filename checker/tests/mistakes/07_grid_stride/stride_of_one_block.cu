// Mistake: the stride is a block: later blocks do the same work again
// Verdict: too_much_traffic
// Message: elements are written more than once
// Only: virtual
#include "grid_stride.hpp"

// Adds n elements, on any grid.
__global__ void add_kernel(const int* x, const int* y, int* out, std::size_t n) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = blockDim.x;
    for (std::size_t k = i; k < n; k += stride) {
        out[k] = x[k] + y[k];
    }
}

// y = a * x + y for n elements, on any grid.
__global__ void saxpy_kernel(float a, const float* x, float* y, std::size_t n) {
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = first; i < n; i += stride) {
        y[i] = a * x[i] + y[i];
    }
}

void add(const int* x, const int* y, int* out, std::size_t n, int blocks, int threads_per_block) {
    add_kernel<<<blocks, threads_per_block>>>(x, y, out, n);
}

void saxpy(float a, const float* x, float* y, std::size_t n, int blocks, int threads_per_block) {
    saxpy_kernel<<<blocks, threads_per_block>>>(a, x, y, n);
}
