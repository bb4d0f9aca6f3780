// Lesson 36: loads of 16 bytes, at any address. Your task is in README.md.
#include "vector_loads.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

constexpr int threads_per_block = 256;

Split split(std::uintptr_t address, std::size_t n, std::size_t element_bytes,
            std::size_t vector_bytes) {
    // TODO 1: head, vectors and tail. So far all elements are in the head: right for any array, and
    // slow.
    return {n, 0, 0};
    // end of TODO 1
}

// Multiplies the four floats at an address that is a multiple of 16.
__device__ void scale_four(float* values, float factor) {
    // TODO 2: one load of 16 bytes, four products, one store of 16 bytes.

    // end of TODO 2
}

// Given: a thread per vector.
__global__ void scale_aligned_kernel(float* values, std::size_t vectors, float factor) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < vectors) {
        scale_four(values + 4 * i, factor);
    }
}

// There are at least as many threads as vectors, and as elements of the head and of the tail.
__global__ void scale_kernel(float* values, Split parts, float factor) {
    // TODO 3: this thread's vector, if it has one; its element of the head; its element of the
    // tail.

    // end of TODO 3
}

// Given: a pixel that is brighter.
__device__ unsigned char brighter(unsigned char pixel, int amount) {
    return static_cast<unsigned char>(min(pixel + amount, 255));
}

// As many threads as above.
__global__ void brighten_kernel(unsigned char* pixels, Split parts, int amount) {
    // TODO 4: the same for pixels, four of them (uchar4) at a time.

    // end of TODO 4
}

// Given: blocks for the vectors, and for the few elements beside them.
static unsigned blocks_for(const Split& parts) {
    const std::size_t threads = std::max({parts.vectors, parts.head, parts.tail});
    return static_cast<unsigned>((threads + threads_per_block - 1) / threads_per_block);
}

void scale_aligned(float* values, std::size_t n, float factor) {
    if (n == 0) return;
    const Split parts{0, n / 4, 0};
    scale_aligned_kernel<<<blocks_for(parts), threads_per_block>>>(values, parts.vectors, factor);
    check(cudaGetLastError());
}

void scale(float* values, std::size_t n, float factor) {
    if (n == 0) return;
    const auto address = reinterpret_cast<std::uintptr_t>(values);
    const Split parts = split(address, n, sizeof(float), sizeof(float4));
    scale_kernel<<<blocks_for(parts), threads_per_block>>>(values, parts, factor);
    check(cudaGetLastError());
}

void brighten(unsigned char* pixels, std::size_t n, int amount) {
    if (n == 0) return;
    const auto address = reinterpret_cast<std::uintptr_t>(pixels);
    const Split parts = split(address, n, 1, sizeof(uchar4));
    brighten_kernel<<<blocks_for(parts), threads_per_block>>>(pixels, parts, amount);
    check(cudaGetLastError());
}
