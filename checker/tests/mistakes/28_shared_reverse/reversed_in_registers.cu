// Mistake: each thread keeps its element in a register across the barrier and writes it to the mirrored place: right, but without the tile
// Verdict: requirement
// Message: reverse_tiles
// Message: the tile does not pass through shared memory
// Only: virtual
#include "shared_reverse.hpp"

#include <cuda_runtime.h>

namespace {

// One block reverses one tile in place.
__global__ void reverse_tiles_kernel(int* data, std::size_t n) {
    extern __shared__ int tile[];
    const std::size_t start = blockIdx.x * static_cast<std::size_t>(blockDim.x);
    const std::size_t left = n - start;
    const int length = static_cast<int>(left < blockDim.x ? left : blockDim.x); // of this tile
    const int t = static_cast<int>(threadIdx.x);

    int own = 0;
    if (t < length) own = data[start + t];
    __syncthreads();
    if (t < length) data[start + length - 1 - t] = own;
}

// One block reads one tile and writes it, turned round, to the mirrored place of the output.
__global__ void reverse_array_kernel(const int* input, int* output, std::size_t n) {
    extern __shared__ int tile[];
    const std::size_t start = blockIdx.x * static_cast<std::size_t>(blockDim.x);
    const std::size_t left = n - start;
    const int length = static_cast<int>(left < blockDim.x ? left : blockDim.x); // of this tile
    const int t = static_cast<int>(threadIdx.x);

    if (t < length) tile[t] = input[start + t];
    __syncthreads();
    if (t < length) output[n - start - length + t] = tile[length - 1 - t];
}

} // namespace

void reverse_tiles(int* data, std::size_t n, int block_size) {
    if (n == 0) return;
    const unsigned int blocks = static_cast<unsigned int>((n + block_size - 1) / block_size);
    const std::size_t shared_bytes = block_size * sizeof(int);
    reverse_tiles_kernel<<<blocks, block_size, shared_bytes>>>(data, n);
}

void reverse_array(const int* input, int* output, std::size_t n, int block_size) {
    if (n == 0) return;
    const unsigned int blocks = static_cast<unsigned int>((n + block_size - 1) / block_size);
    const std::size_t shared_bytes = block_size * sizeof(int);
    reverse_array_kernel<<<blocks, block_size, shared_bytes>>>(input, output, n);
}
