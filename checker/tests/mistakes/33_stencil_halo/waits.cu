// Mistake: waits for the device before it returns
// Verdict: requirement
// Message: stencil() waited for the device, in cudaStreamSynchronize
// Lesson 33: a stencil, and tiles that overlap. README.md explains; fill in the four regions marked
// TODO.
#include "stencil_halo.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

constexpr int largest_radius = 8;

// Travels with the launch, as a kernel's parameter: no memory to allocate, nothing to copy.
struct Weights {
    float of[2 * largest_radius + 1];
};

// Block b writes the blockDim.x elements of the output from b * blockDim.x on.
__global__ void stencil_kernel(const float* input, float* output, std::size_t n,
                               const __grid_constant__ Weights weights, int radius) {
    extern __shared__ float tile[];
    const int tile_size = static_cast<int>(blockDim.x) + 2 * radius;
    const auto length = static_cast<std::ptrdiff_t>(n); // signed, as places left of the row are
    const auto start = static_cast<std::ptrdiff_t>(blockIdx.x) * blockDim.x;
    const int t = static_cast<int>(threadIdx.x);

    for (int p = t; p < tile_size; p += blockDim.x) {
        const std::ptrdiff_t place = start - radius + p;
        const std::ptrdiff_t inside = place < 0 ? 0 : place < length ? place : length - 1;
        tile[p] = input[inside];
    }

    __syncthreads();

    if (start + t < length) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * radius; ++k) {
            sum += weights.of[k] * tile[t + k];
        }
        output[start + t] = sum;
    }
}

void stencil(const float* input, float* output, std::size_t n, const float* weights, int radius,
             int block_size) {
    if (n == 0) {
        return;
    }
    Weights parameter{};
    std::copy_n(weights, 2 * radius + 1, parameter.of);
    const auto blocks = static_cast<unsigned>((n + block_size - 1) / block_size);
    const std::size_t shared_bytes = (block_size + 2 * radius) * sizeof(float);
    stencil_kernel<<<blocks, block_size, shared_bytes>>>(input, output, n, parameter, radius);
    check(cudaGetLastError());
    check(cudaStreamSynchronize(nullptr));
}
