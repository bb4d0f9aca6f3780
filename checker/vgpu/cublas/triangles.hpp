// Triangular matrices, from the arguments of cuBLAS to what kernels take.
#pragma once

#include "vgpu/cublas/cublas_matrix_vector.cuh"

namespace vgpu::cublas {

template <class T>
Triangle<T> triangle(const T* data, std::int64_t leading, cublasFillMode_t fill,
                     cublasOperation_t op, cublasDiagType_t diagonal) {
    const bool transposed = op != CUBLAS_OP_N;
    return {data,       leading,           (fill == CUBLAS_FILL_MODE_LOWER) != transposed,
            transposed, op == CUBLAS_OP_C, diagonal == CUBLAS_DIAG_UNIT};
}

template <class T>
T one() {
    if constexpr (std::is_same_v<T, Real<T>>)
        return 1;
    else
        return {1, 0};
}

} // namespace vgpu::cublas
