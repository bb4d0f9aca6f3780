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

    // TODO 1: fill all of the tile: tile[p] becomes element start - radius + p of the row.
    if (start + t < length) {
        tile[t] = input[start + t];
    }
    // end of TODO 1

    // TODO 2: no thread goes on before the tile is full.

    // end of TODO 2

    // TODO 3: the weighted sum, from the tile, for threads that have an element.
    if (start + t < length) {
        output[start + t] = weights.of[0] * tile[t];
    }
    // end of TODO 3
}

void stencil(const float* input, float* output, std::size_t n, const float* weights, int radius,
             int block_size) {
    if (n == 0) {
        return;
    }
    Weights parameter{};
    std::copy_n(weights, 2 * radius + 1, parameter.of);
    const auto blocks = static_cast<unsigned>((n + block_size - 1) / block_size);
    // TODO 4: how many bytes of shared memory does a block need?
    const std::size_t shared_bytes = 0;
    // end of TODO 4
    stencil_kernel<<<blocks, block_size, shared_bytes>>>(input, output, n, parameter, radius);
    check(cudaGetLastError());
}
