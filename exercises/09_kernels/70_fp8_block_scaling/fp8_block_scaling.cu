// Lesson 70: eight bits a value. README.md explains; fill in the five regions marked TODO.
#include "fp8_block_scaling.hpp"

#include "wire/cuda_check.hpp"

constexpr unsigned sign_bit = 0x80, nan_code = 0x7f; // of e4m3
constexpr unsigned scale_of_one = 127;               // the byte of 2^0

// The code of the e4m3 that is nearest to a value.
__device__ unsigned to_e4m3(float value) {
    // TODO 1: round once, on the float's value or on its bits; then the sign and what is too large.
    return static_cast<unsigned>(static_cast<int>(value)) & nan_code;
    // end of TODO 1
}

// Given: a thread for each value.
__global__ void to_codes_kernel(const float* values, std::uint8_t* codes, std::size_t n) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) codes[i] = static_cast<std::uint8_t>(to_e4m3(values[i]));
}

// TODO 2: which magnitudes count; the largest one by shuffles; the power of two, rounded up.
// What a value counts among the magnitudes of its block.
__device__ float counted(float value) { return value; }

// Called by all lanes of a warp. The lanes stand in groups of so many neighbours (4 or 32): the
// largest of what a lane's group brings, for all of the group.
__device__ float largest_of_group(float own, int lanes) { return lanes > 0 ? own : 0.0f; }

// The byte of the scale for a block in which this is the largest magnitude.
__device__ unsigned scale_for(float largest) { return largest > 0.0f ? scale_of_one : 0; }
// end of TODO 2

// Given: a lane for each value.
__global__ void group_maxima_kernel(const float* values, float* maxima, std::size_t n, int lanes) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= n) return; // whole warps
    maxima[i] = largest_of_group(counted(values[i]), lanes);
}

// Given: a lane for each value, a warp for each block of 32.
__global__ void block_scales_kernel(const bf16* x, std::uint8_t* scales, std::size_t blocks) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t block = i / values_of_a_block;
    if (block >= blocks) return; // whole warps
    const float largest = largest_of_group(counted(__bfloat162float(x[i])), values_of_a_block);
    const unsigned scale = scale_for(largest);
    if (threadIdx.x % values_of_a_block == 0) scales[block] = static_cast<std::uint8_t>(scale);
}

__global__ void quantize_kernel(const bf16* x, std::uint8_t* codes, std::uint8_t* scales,
                                std::size_t n) {
    const std::size_t first = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * eight;
    // TODO 3: read eight values, get the scale with three neighbours, write eight codes.
    if (first < n) {
        codes[first] = static_cast<std::uint8_t>(to_e4m3(__bfloat162float(x[first])));
        scales[first / values_of_a_block] = static_cast<std::uint8_t>(scale_for(0.0f));
    }
    // end of TODO 3
}

// The number that a code stands for.
__device__ float from_e4m3(unsigned code) {
    // TODO 4: the number itself, its sign, NaN.
    return static_cast<float>(code & sign_bit);
    // end of TODO 4
}

// Given: a thread for each code.
__global__ void from_codes_kernel(const std::uint8_t* codes, float* values, std::size_t n) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) values[i] = from_e4m3(codes[i]);
}

__global__ void dequantize_kernel(const std::uint8_t* codes, const std::uint8_t* scales, bf16* y,
                                  std::size_t n) {
    const std::size_t first = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * eight;
    if (first >= n) return;
    // TODO 5: the same pieces, the other way round.
    y[first] = __float2bfloat16(from_e4m3(codes[first]) * scales[first / values_of_a_block]);
    // end of TODO 5
}

constexpr int threads = 256;

unsigned blocks_for(std::size_t all_threads) {
    return static_cast<unsigned>((all_threads + threads - 1) / threads);
}

void to_codes(const float* values, std::uint8_t* codes, std::size_t n) {
    if (n == 0) return;
    to_codes_kernel<<<blocks_for(n), threads>>>(values, codes, n);
    check(cudaGetLastError());
}

void group_maxima(const float* values, float* maxima, std::size_t n, int lanes) {
    if (n == 0) return;
    group_maxima_kernel<<<blocks_for(n), threads>>>(values, maxima, n, lanes);
    check(cudaGetLastError());
}

void block_scales(const bf16* x, std::uint8_t* scales, std::size_t blocks) {
    if (blocks == 0) return;
    block_scales_kernel<<<blocks_for(blocks * values_of_a_block), threads>>>(x, scales, blocks);
    check(cudaGetLastError());
}

void quantize(const bf16* x, std::uint8_t* codes, std::uint8_t* scales, std::size_t n) {
    if (n == 0) return;
    quantize_kernel<<<blocks_for((n + eight - 1) / eight), threads>>>(x, codes, scales, n);
    check(cudaGetLastError());
}

void from_codes(const std::uint8_t* codes, float* values, std::size_t n) {
    if (n == 0) return;
    from_codes_kernel<<<blocks_for(n), threads>>>(codes, values, n);
    check(cudaGetLastError());
}

void dequantize(const std::uint8_t* codes, const std::uint8_t* scales, bf16* y, std::size_t n) {
    if (n == 0) return;
    dequantize_kernel<<<blocks_for((n + eight - 1) / eight), threads>>>(codes, scales, y, n);
    check(cudaGetLastError());
}
