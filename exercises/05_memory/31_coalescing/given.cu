// Lesson 31, given: one warp reads as it is told, and what it touches is counted.
#include "coalescing.hpp"

#include "wire/cuda_check.hpp"

namespace {

__global__ void read_kernel(const float* data, std::size_t first, std::size_t step, float* out) {
    out[threadIdx.x] = data[first + threadIdx.x * step];
}

} // namespace

void read_by_warp(const float* data, std::size_t first, std::size_t step, float* out) {
    read_kernel<<<1, 32>>>(data, first, step, out);
    check(cudaGetLastError());
}
