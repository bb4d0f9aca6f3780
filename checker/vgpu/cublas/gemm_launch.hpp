// Launches the kernel of a product: what gemm, symm and syrk have in common.
#pragma once

#include "vgpu/cublas/cublas_gemm.cuh"
#include "vgpu/cublas/launch.hpp"

#include <algorithm>

namespace vgpu::cublas {

template <class Scale>
using GemmKernel = void (*)(GemmTask<Scale>);

template <class Task>
cublasStatus_t launch_product(cublasHandle_t handle, void (*kernel)(Task),
                              const std::type_identity_t<Task>& task) {
    if (task.m == 0 || task.n == 0 || task.problems == 0) return CUBLAS_STATUS_SUCCESS;
    static constexpr std::int64_t most = 65535; // what CUDA allows in y and z
    const dim3 grid(blocks_for(task.m, tile), blocks_for(task.n, tile),
                    static_cast<unsigned>(std::min(task.problems, most)));
    if (grid.y > most) return CUBLAS_STATUS_NOT_SUPPORTED; // 4 million columns
    return launch(handle, kernel, grid, side * side, task);
}

inline Operand operand(const void* data, std::int64_t leading, cublasOperation_t op) {
    Operand x;
    x.data = data;
    x.leading = leading;
    x.transposed = op != CUBLAS_OP_N;
    x.conjugated = op == CUBLAS_OP_C;
    return x;
}

inline Stored stored(cublasFillMode_t fill) {
    return fill == CUBLAS_FILL_MODE_LOWER ? Stored::lower : Stored::upper;
}

} // namespace vgpu::cublas
