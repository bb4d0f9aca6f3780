// Mistake: does not look at what became of the launches
// Verdict: requirement
// Message: returned as if nothing had happened
// Only: virtual
#include "float_literals.hpp"

#include <algorithm>
#include <numbers>

constexpr int threads_per_block = 256;
constexpr std::size_t most_blocks = 8192; // the grid-stride loops cover what lies beyond

__device__ float density(float x, float mean, float sigma) {
    constexpr auto root_of_two_pi = 2.50662827463100050242f;
    const float z = (x - mean) / sigma;
    return expf(-0.5f * z * z) / (sigma * root_of_two_pi);
}

__global__ void gaussian_kernel(const float* __restrict__ x, float mean, float sigma,
                                float* __restrict__ out, std::size_t n) {
    const auto end = static_cast<std::ptrdiff_t>(n); // signed, unrolled: as in lesson 08
    const std::ptrdiff_t stride = std::ptrdiff_t{gridDim.x} * blockDim.x;
#pragma unroll 4
    for (std::ptrdiff_t i = std::ptrdiff_t{blockIdx.x} * blockDim.x + threadIdx.x; i < end;
         i += stride) {
        out[i] = density(x[i], mean, sigma);
    }
}

__device__ float wave_at(float t, float tau) { return expf(-t / tau) * cospif(2.0f * t); }

__global__ void wave_kernel(const float* __restrict__ t, float tau, float* __restrict__ out,
                            std::size_t n) {
    const auto end = static_cast<std::ptrdiff_t>(n); // signed, unrolled: as in lesson 08
    const std::ptrdiff_t stride = std::ptrdiff_t{gridDim.x} * blockDim.x;
#pragma unroll 4
    for (std::ptrdiff_t i = std::ptrdiff_t{blockIdx.x} * blockDim.x + threadIdx.x; i < end;
         i += stride) {
        out[i] = wave_at(t[i], tau);
    }
}

unsigned blocks_for(std::size_t n) {
    return static_cast<unsigned>(
        std::min((n + threads_per_block - 1) / threads_per_block, most_blocks));
}

void gaussian_pdf(const float* x, float mean, float sigma, float* out, std::size_t n) {
    if (n == 0) {
        return;
    }
    gaussian_kernel<<<blocks_for(n), threads_per_block>>>(x, mean, sigma, out, n);
}

void damped_wave(const float* t, float tau, float* out, std::size_t n) {
    if (n == 0) {
        return;
    }
    wave_kernel<<<blocks_for(n), threads_per_block>>>(t, tau, out, n);
}
