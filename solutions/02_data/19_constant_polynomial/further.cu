// Lesson 19, further: four floats by each load and store. As quick as a copy; see lesson 36.
#include "constant_polynomial.hpp"

#define evaluate evaluate_by_elements
#define evaluate_two evaluate_two_by_elements
#include "constant_polynomial.cu"
#undef evaluate
#undef evaluate_two

#include <cstdint>

constexpr int floats_of_vector = 4;
struct alignas(16) Four {
    float of[floats_of_vector];
};

__device__ float polynomial_at(float x) {
    float value = 0.0f;
    for (int k = most_coefficients - 1; k >= 0; --k) value = value * x + constant_coefficients[k];
    return value;
}

// A thread for each vector.
__global__ void polynomial_vectors_kernel(const float* __restrict__ x, float* __restrict__ out,
                                          std::ptrdiff_t n) {
    const std::ptrdiff_t vectors = n / floats_of_vector;
    const std::ptrdiff_t i = std::ptrdiff_t{blockIdx.x} * threads_per_block + threadIdx.x;
    if (i < vectors) {
        Four own = reinterpret_cast<const Four*>(x)[i];
        for (float& value : own.of) value = polynomial_at(value);
        reinterpret_cast<Four*>(out)[i] = own;
    }
    // Fewer than four are left behind the vectors.
    const std::ptrdiff_t last = floats_of_vector * vectors + i;
    if (last < n) out[last] = polynomial_at(x[last]);
}

static bool begins_well(const float* array) {
    return reinterpret_cast<std::uintptr_t>(array) % sizeof(Four) == 0;
}

void evaluate(const float* coefficients, int count, const float* x, float* out, std::size_t n) {
    if (n == 0 || !begins_well(x) || !begins_well(out)) {
        evaluate_by_elements(coefficients, count, x, out, n);
        return;
    }
    float all[most_coefficients] = {};
    std::copy_n(coefficients, count, all);
    check(cudaMemcpyToSymbol(constant_coefficients, all, sizeof(all)));
    constexpr std::size_t of_block = floats_of_vector * threads_per_block;
    const auto blocks = static_cast<unsigned>((n + of_block - 1) / of_block);
    polynomial_vectors_kernel<<<blocks, threads_per_block>>>(x, out,
                                                             static_cast<std::ptrdiff_t>(n));
    check(cudaGetLastError());
}

void evaluate_two(const float* p, const float* q, int count, const float* x, float* out_p,
                  float* out_q, std::size_t n) {
    evaluate(p, count, x, out_p, n);
    evaluate(q, count, x, out_q, n);
}
