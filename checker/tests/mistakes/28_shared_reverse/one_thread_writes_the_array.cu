// Mistake: thread 0 writes the whole tile, one element after the other
// Verdict: too_much_traffic
// Message: elements are written more than once, or by too few threads
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

    if (t < length) tile[t] = data[start + t];
    __syncthreads();
    if (t < length) data[start + t] = tile[length - 1 - t];
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
    if (t == 0) {
        for (int k = 0; k < length; ++k) output[n - start - length + k] = tile[length - 1 - k];
    }
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
