// Mistake: waits for the device
// Verdict: requirement
// Message: scale() waited for the device
// Only: virtual
// Lesson 36: loads of 16 bytes, at any address. Your task is in README.md.
#include "vector_loads.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

constexpr int threads_per_block = 256;

Split split(std::uintptr_t address, std::size_t n, std::size_t element_bytes,
            std::size_t vector_bytes) {
    const std::size_t bytes_missing = (vector_bytes - address % vector_bytes) % vector_bytes;
    const std::size_t head = std::min(n, bytes_missing / element_bytes);
    const std::size_t per_vector = vector_bytes / element_bytes;
    return {head, (n - head) / per_vector, (n - head) % per_vector};
}

// Multiplies the four floats at an address that is a multiple of 16.
__device__ void scale_four(float* values, float factor) {
    float4* const place = reinterpret_cast<float4*>(values);
    float4 four = *place;
    four.x *= factor;
    four.y *= factor;
    four.z *= factor;
    four.w *= factor;
    *place = four;
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
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    float* const first_vector = values + parts.head;
    float* const tail = first_vector + 4 * parts.vectors;
    if (i < parts.vectors) scale_four(first_vector + 4 * i, factor);
    if (i < parts.head) values[i] *= factor;
    if (i < parts.tail) tail[i] *= factor;
}

// Given: a pixel that is brighter.
__device__ unsigned char brighter(unsigned char pixel, int amount) {
    return static_cast<unsigned char>(min(pixel + amount, 255));
}

// As many threads as above.
__global__ void brighten_kernel(unsigned char* pixels, Split parts, int amount) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    unsigned char* const first_vector = pixels + parts.head;
    unsigned char* const tail = first_vector + 4 * parts.vectors;
    if (i < parts.vectors) {
        uchar4* const place = reinterpret_cast<uchar4*>(first_vector) + i;
        const uchar4 four = *place;
        *place = make_uchar4(brighter(four.x, amount), brighter(four.y, amount),
                             brighter(four.z, amount), brighter(four.w, amount));
    }
    if (i < parts.head) pixels[i] = brighter(pixels[i], amount);
    if (i < parts.tail) tail[i] = brighter(tail[i], amount);
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
    check(cudaDeviceSynchronize());
}

void brighten(unsigned char* pixels, std::size_t n, int amount) {
    if (n == 0) return;
    const auto address = reinterpret_cast<std::uintptr_t>(pixels);
    const Split parts = split(address, n, 1, sizeof(uchar4));
    brighten_kernel<<<blocks_for(parts), threads_per_block>>>(pixels, parts, amount);
    check(cudaGetLastError());
}
