// Mistake: waits for the device before it returns
// Verdict: requirement
// Message: evaluate() waited for the device, in cudaDeviceSynchronize
// Lesson 19: a polynomial in constant memory. README.md explains; fill in the three regions marked
// TODO.
#include "constant_polynomial.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

constexpr int threads_per_block = 256;
constexpr std::size_t most_blocks = 8192; // the grid-stride loop covers what lies beyond

__constant__ float constant_coefficients[most_coefficients];

__global__ void polynomial_kernel(const float* __restrict__ x, float* __restrict__ out,
                                  std::size_t n) {
    const auto end = static_cast<std::ptrdiff_t>(n); // signed, unrolled: as in lesson 08
    const std::ptrdiff_t stride = std::ptrdiff_t{gridDim.x} * blockDim.x;
#pragma unroll 4
    for (std::ptrdiff_t i = std::ptrdiff_t{blockIdx.x} * blockDim.x + threadIdx.x; i < end;
         i += stride) {
        const float at = x[i];
        float value = 0.0f;
        for (int k = most_coefficients - 1; k >= 0; --k) {
            value = value * at + constant_coefficients[k];
        }
        out[i] = value;
    }
}

void evaluate(const float* coefficients, int count, const float* x, float* out, std::size_t n) {
    float all[most_coefficients] = {};
    std::copy_n(coefficients, count, all);
    check(cudaMemcpyToSymbol(constant_coefficients, all, sizeof(all)));
    if (n == 0) {
        return;
    }
    const auto blocks = static_cast<unsigned>(
        std::min((n + threads_per_block - 1) / threads_per_block, most_blocks));
    polynomial_kernel<<<blocks, threads_per_block>>>(x, out, n);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
}

void evaluate_two(const float* p, const float* q, int count, const float* x, float* out_p,
                  float* out_q, std::size_t n) {
    evaluate(p, count, x, out_p, n);
    evaluate(q, count, x, out_q, n);
}
