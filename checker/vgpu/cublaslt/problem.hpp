// What cublasLtMatmul is asked for, and whether it is a product that there is.
#pragma once

#include "vgpu/cublaslt/descriptors.hpp"

namespace vgpu::cublaslt {

struct Layouts {
    const Layout *a, *b, *c, *d;
};

// The types of A and B, and of sums where these could have two.
enum class Kernel {
    f32,
    f64,
    c32,
    c64,
    f16,
    bf16,
    s8_f32,
    s8_s8,
    s8_s32,
    e4m3,
    e4m3_e5m2,
    e5m2_e4m3
};

struct Problem {
    Kernel kernel;
    cudaDataType bias_type;
    std::uintptr_t alignment; // of addresses and of leading dimensions, in bytes; 0: any
    std::int64_t m, n, k;
};

// Says the name of what is missing, and returns CUBLAS_STATUS_NOT_SUPPORTED.
cublasStatus_t problem_of(const Operation* operation, const Layouts& layouts, Problem& problem);

inline bool is_f8(cudaDataType type) { return type == CUDA_R_8F_E4M3 || type == CUDA_R_8F_E5M2; }

inline bool has_bias(const Operation& operation) {
    return (operation.epilogue & CUBLASLT_EPILOGUE_BIAS) != 0;
}

inline bool has_auxiliary(const Operation& operation) { return (operation.epilogue & 128) != 0; }

struct Call {
    const Operation* operation;
    Layouts layouts;
    Problem problem;
    const void *alpha, *a, *b, *beta, *c;
    void* d;
    cudaStream_t stream;
};

cublasStatus_t launch(const Call& call);

} // namespace vgpu::cublaslt
