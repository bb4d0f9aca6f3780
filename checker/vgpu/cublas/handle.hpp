// What a handle of cuBLAS holds, and the checks of arguments that functions have in common.
#pragma once

#include <cublas_v2.h>
#include <cuda_runtime_api.h>

#include <cstdint>
#include <cstdio>

struct cublasContext {
    cudaStream_t stream = nullptr;
    cublasPointerMode_t pointer_mode = CUBLAS_POINTER_MODE_HOST;
    cublasMath_t math_mode = CUBLAS_DEFAULT_MATH;
    cublasAtomicsMode_t atomics_mode = CUBLAS_ATOMICS_NOT_ALLOWED;
    int sm_count_target = 0;
    void* result =
        nullptr; // of a kernel, for the host; the memory is taken when it is first needed
};

namespace vgpu::cublas {

inline cublasStatus_t status_of(cudaError_t error) {
    if (error == cudaSuccess) return CUBLAS_STATUS_SUCCESS;
    return error == cudaErrorMemoryAllocation ? CUBLAS_STATUS_ALLOC_FAILED
                                              : CUBLAS_STATUS_EXECUTION_FAILED;
}

// Prints NVIDIA's message on standard output for those functions that print one. The handle is not
// counted as a parameter.
inline cublasStatus_t illegal(const char* function, int parameter) {
    if (function != nullptr)
        std::printf(" ** On entry to %-6s parameter number %d had an illegal value\n", function,
                    parameter);
    return CUBLAS_STATUS_INVALID_VALUE;
}

inline bool is_operation(cublasOperation_t op) {
    return op == CUBLAS_OP_N || op == CUBLAS_OP_T || op == CUBLAS_OP_C;
}
inline bool is_triangle(cublasFillMode_t fill) {
    return fill == CUBLAS_FILL_MODE_LOWER || fill == CUBLAS_FILL_MODE_UPPER;
}
inline bool is_side(cublasSideMode_t side) {
    return side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT;
}
inline bool is_diagonal(cublasDiagType_t diagonal) {
    return diagonal == CUBLAS_DIAG_UNIT || diagonal == CUBLAS_DIAG_NON_UNIT;
}
inline bool is_leading(std::int64_t leading, std::int64_t rows) {
    return leading >= (rows > 1 ? rows : 1);
}

} // namespace vgpu::cublas

#define WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle)                                                     \
    if ((handle) == nullptr) return CUBLAS_STATUS_NOT_INITIALIZED
#define WORKBOOK_CUBLAS_REQUIRE(condition)                                                         \
    if (!(condition)) return CUBLAS_STATUS_INVALID_VALUE
#define WORKBOOK_CUBLAS_REQUIRE_PARAMETER(function, parameter, condition)                          \
    if (!(condition)) return vgpu::cublas::illegal(function, parameter)
