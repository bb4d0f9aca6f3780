// Lesson 28: reversing through shared memory. Your task is in README.md.
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

    // Solution 1: every thread brings one element. All threads, those beyond the tail too, meet at
    // the barrier: behind it the whole tile is there, and data may be overwritten. The mirror image
    // of place t in a tile of `length` elements is length - 1 - t.
    if (t < length) tile[t] = data[start + t];
    __syncthreads();
    if (t < length) data[start + t] = tile[length - 1 - t];
    // end of Solution 1
}

// One block reads one tile and writes it, turned round, to the mirrored place of the output.
__global__ void reverse_array_kernel(const int* input, int* output, std::size_t n) {
    extern __shared__ int tile[];
    const std::size_t start = blockIdx.x * static_cast<std::size_t>(blockDim.x);
    const std::size_t left = n - start;
    const int length = static_cast<int>(left < blockDim.x ? left : blockDim.x); // of this tile
    const int t = static_cast<int>(threadIdx.x);

    // Solution 2: the tile [start, start + length) becomes [n - start - length, n - start). Turning
    // it round in shared memory lets thread t write the t-th place of that range.
    if (t < length) tile[t] = input[start + t];
    __syncthreads();
    if (t < length) output[n - start - length + t] = tile[length - 1 - t];
    // end of Solution 2
}

} // namespace

void reverse_tiles(int* data, std::size_t n, int block_size) {
    if (n == 0) return;
    const unsigned int blocks = static_cast<unsigned int>((n + block_size - 1) / block_size);
    // Solution 3: the third launch parameter is the size of `extern __shared__` memory, in bytes.
    const std::size_t shared_bytes = block_size * sizeof(int);
    // end of Solution 3
    reverse_tiles_kernel<<<blocks, block_size, shared_bytes>>>(data, n);
}

void reverse_array(const int* input, int* output, std::size_t n, int block_size) {
    if (n == 0) return;
    const unsigned int blocks = static_cast<unsigned int>((n + block_size - 1) / block_size);
    // Solution 4: as above.
    const std::size_t shared_bytes = block_size * sizeof(int);
    // end of Solution 4
    reverse_array_kernel<<<blocks, block_size, shared_bytes>>>(input, output, n);
}
