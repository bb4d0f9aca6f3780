// gemm of each pair of types, of one problem or a batch of them.
#include "vgpu/cublas/gemm_launch.hpp"

#define WORKBOOK_GEMM_KERNEL(name, In, Out, Sum, Scale)                                            \
    extern "C" __global__ void __launch_bounds__(256)                                              \
        name(const vgpu::cublas::GemmTask<Scale> task) {                                           \
        vgpu::cublas::multiply_matrices<In, Out, Sum, Scale>(task);                                \
    }
using vgpu::cublas::Complex;
WORKBOOK_GEMM_KERNEL(cublas_sgemm, float, float, float, float)
WORKBOOK_GEMM_KERNEL(cublas_dgemm, double, double, double, double)
WORKBOOK_GEMM_KERNEL(cublas_cgemm, Complex<float>, Complex<float>, Complex<float>, Complex<float>)
WORKBOOK_GEMM_KERNEL(cublas_zgemm, Complex<double>, Complex<double>, Complex<double>,
                     Complex<double>)
WORKBOOK_GEMM_KERNEL(cublas_hgemm, __half, __half, float, __half)
WORKBOOK_GEMM_KERNEL(cublas_gemm_f16_f16, __half, __half, float, float)
WORKBOOK_GEMM_KERNEL(cublas_gemm_f16_f32, __half, float, float, float)
WORKBOOK_GEMM_KERNEL(cublas_gemm_bf16_bf16, __nv_bfloat16, __nv_bfloat16, float, float)
WORKBOOK_GEMM_KERNEL(cublas_gemm_bf16_f32, __nv_bfloat16, float, float, float)
WORKBOOK_GEMM_KERNEL(cublas_gemm_s8_f32, std::int8_t, float, float, float)
WORKBOOK_GEMM_KERNEL(cublas_gemm_s8_s32, std::int8_t, int, int, int)

namespace vgpu::cublas {
namespace {

// A matrix, or each problem's: by a stride, or by an array of addresses on the device.
struct Matrices {
    const void* data = nullptr;
    const void* const* array = nullptr;
    std::int64_t leading = 0;
    std::int64_t stride = 0;
};

struct GemmCall {
    const char* name; // in messages about illegal parameters; nullptr: no message
    cublasOperation_t op_a, op_b;
    std::int64_t m, n, k, problems;
    const void* alpha;
    Matrices a, b;
    const void* beta;
    Matrices c;
};

cublasStatus_t check(cublasHandle_t handle, const GemmCall& call) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(call.name, 1, is_operation(call.op_a));
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(call.name, 2, is_operation(call.op_b));
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(call.name, 3, call.m >= 0);
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(call.name, 4, call.n >= 0);
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(call.name, 5, call.k >= 0);
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(
        call.name, 8, is_leading(call.a.leading, call.op_a == CUBLAS_OP_N ? call.m : call.k));
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(
        call.name, 10, is_leading(call.b.leading, call.op_b == CUBLAS_OP_N ? call.k : call.n));
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(call.name, 13, is_leading(call.c.leading, call.m));
    WORKBOOK_CUBLAS_REQUIRE(call.problems >= 0);
    if (call.m == 0 || call.n == 0 || call.problems == 0) return CUBLAS_STATUS_SUCCESS;
    WORKBOOK_CUBLAS_REQUIRE(call.alpha != nullptr && call.beta != nullptr);
    return CUBLAS_STATUS_SUCCESS;
}

Operand operand(const Matrices& matrices, cublasOperation_t op) {
    Operand x = vgpu::cublas::operand(matrices.data, matrices.leading, op);
    x.array = matrices.array;
    x.stride = matrices.stride;
    return x;
}

template <class Scale>
cublasStatus_t gemm(cublasHandle_t handle, GemmKernel<Scale> kernel, const GemmCall& call) {
    const auto status = check(handle, call);
    if (status != CUBLAS_STATUS_SUCCESS || call.m == 0 || call.n == 0 || call.problems == 0)
        return status;
    GemmTask<Scale> task{call.m,
                         call.n,
                         call.k,
                         call.problems,
                         operand(call.a, call.op_a),
                         operand(call.b, call.op_b)};
    task.c = const_cast<void*>(call.c.data);
    task.c_array = const_cast<void* const*>(call.c.array);
    task.c_leading = call.c.leading;
    task.c_stride = call.c.stride;
    task.alpha = scalar(handle, static_cast<const Scale*>(call.alpha));
    task.beta = scalar(handle, static_cast<const Scale*>(call.beta));
    return launch_product(handle, kernel, task);
}

struct Types {
    cudaDataType a, b, c;
};

cublasStatus_t gemm_in_float(cublasHandle_t handle, const Types& types, const GemmCall& call) {
    if (types.a == CUDA_R_16F && types.c == CUDA_R_16F)
        return gemm(handle, cublas_gemm_f16_f16, call);
    if (types.a == CUDA_R_16F && types.c == CUDA_R_32F)
        return gemm(handle, cublas_gemm_f16_f32, call);
    if (types.a == CUDA_R_16BF && types.c == CUDA_R_16BF)
        return gemm(handle, cublas_gemm_bf16_bf16, call);
    if (types.a == CUDA_R_16BF && types.c == CUDA_R_32F)
        return gemm(handle, cublas_gemm_bf16_f32, call);
    if (types.a == CUDA_R_8I && types.c == CUDA_R_32F)
        return gemm(handle, cublas_gemm_s8_f32, call);
    if (types.a == CUDA_R_32F && types.c == CUDA_R_32F) return gemm(handle, cublas_sgemm, call);
    if (types.a == CUDA_C_32F && types.c == CUDA_C_32F) return gemm(handle, cublas_cgemm, call);
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

// Types that are no pair in cuBLAS end with CUBLAS_STATUS_NOT_SUPPORTED.
cublasStatus_t gemm(cublasHandle_t handle, const Types& types, cublasComputeType_t compute,
                    const GemmCall& call) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    if (types.a != types.b) return CUBLAS_STATUS_NOT_SUPPORTED;
    switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
        return types.a == CUDA_R_16F && types.c == CUDA_R_16F ? gemm(handle, cublas_hgemm, call)
                                                              : CUBLAS_STATUS_NOT_SUPPORTED;
    case CUBLAS_COMPUTE_32F_FAST_16F:
    case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32:
        if (types.a != CUDA_R_32F && types.a != CUDA_C_32F) return CUBLAS_STATUS_NOT_SUPPORTED;
        [[fallthrough]];
    case CUBLAS_COMPUTE_32F:
    case CUBLAS_COMPUTE_32F_PEDANTIC:
        return gemm_in_float(handle, types, call);
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
        if (types.a == CUDA_R_64F && types.c == CUDA_R_64F) return gemm(handle, cublas_dgemm, call);
        if (types.a == CUDA_C_64F && types.c == CUDA_C_64F) return gemm(handle, cublas_zgemm, call);
        return CUBLAS_STATUS_NOT_SUPPORTED;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
        return types.a == CUDA_R_8I && types.c == CUDA_R_32I
                   ? gemm(handle, cublas_gemm_s8_s32, call)
                   : CUBLAS_STATUS_NOT_SUPPORTED;
    default:
        return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

template <class T>
const void* const* addresses(const T* const* array) {
    return reinterpret_cast<const void* const*>(array);
}

} // namespace
} // namespace vgpu::cublas

using namespace vgpu::cublas;

#define WORKBOOK_FUNCTIONS "vgpu/cublas/gemm_api.inc"
#include "vgpu/cublas/both_widths.inc"
