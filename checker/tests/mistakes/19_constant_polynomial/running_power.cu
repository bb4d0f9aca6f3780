// Mistake: the next power is made by a multiplication of its own
// Verdict: requirement
// Message: no powers
// Lesson 19: a polynomial in constant memory. README.md explains; fill in the three regions marked
// TODO.
#include "constant_polynomial.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

constexpr int threads_per_block = 256;
constexpr std::size_t most_blocks = 8192; // the grid-stride loop covers what lies beyond

__constant__ float constant_coefficients[most_coefficients];

__global__ void polynomial_kernel(const float* x, float* out, std::size_t n) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        const float at = x[i];
        float value = 0.0f, power = 1.0f;
        for (int k = 0; k < most_coefficients; ++k) {
            value += constant_coefficients[k] * power;
            power *= at;
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
}

void evaluate_two(const float* p, const float* q, int count, const float* x, float* out_p,
                  float* out_q, std::size_t n) {
    evaluate(p, count, x, out_p, n);
    evaluate(q, count, x, out_q, n);
}
