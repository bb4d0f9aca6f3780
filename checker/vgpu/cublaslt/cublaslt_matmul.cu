// The kernels of cublasLtMatmul, one for each pair of types of A and B, and their launches.
#include "vgpu/cublas/gemm_launch.hpp"
#include "vgpu/cublaslt/matmul.cuh"
#include "vgpu/cublaslt/problem.hpp"

// Kernels that a report can name.
#define WORKBOOK_MATMUL_KERNEL(name, InA, InB, Sum, Wide)                                          \
    extern "C" __global__ void __launch_bounds__(256)                                              \
        cublaslt_matmul_##name(const vgpu::cublaslt::MatmulTask<Wide> task) {                      \
        vgpu::cublaslt::multiply<InA, InB, Sum, Wide>(task);                                       \
    }
using vgpu::cublas::Complex;
WORKBOOK_MATMUL_KERNEL(f32, float, float, float, float)
WORKBOOK_MATMUL_KERNEL(f64, double, double, double, double)
WORKBOOK_MATMUL_KERNEL(c32, Complex<float>, Complex<float>, Complex<float>, Complex<float>)
WORKBOOK_MATMUL_KERNEL(c64, Complex<double>, Complex<double>, Complex<double>, Complex<double>)
WORKBOOK_MATMUL_KERNEL(f16, __half, __half, float, float)
WORKBOOK_MATMUL_KERNEL(bf16, __nv_bfloat16, __nv_bfloat16, float, float)
WORKBOOK_MATMUL_KERNEL(s8_f32, std::int8_t, std::int8_t, float, float)
WORKBOOK_MATMUL_KERNEL(s8_s8, std::int8_t, std::int8_t, int, float)
WORKBOOK_MATMUL_KERNEL(s8_s32, std::int8_t, std::int8_t, int, int)
WORKBOOK_MATMUL_KERNEL(e4m3, __nv_fp8_e4m3, __nv_fp8_e4m3, float, float)
WORKBOOK_MATMUL_KERNEL(e4m3_e5m2, __nv_fp8_e4m3, __nv_fp8_e5m2, float, float)
WORKBOOK_MATMUL_KERNEL(e5m2_e4m3, __nv_fp8_e5m2, __nv_fp8_e4m3, float, float)

namespace vgpu::cublaslt {
namespace {

// A row-major matrix is the transpose of a column-major one.
cublas::Operand operand(const void* data, const Layout& layout, std::int32_t op) {
    auto x = cublas::operand(data, layout.leading, static_cast<cublasOperation_t>(op));
    x.transposed ^= layout.order == CUBLASLT_ORDER_ROW;
    x.stride = layout.batch_stride;
    if (layout.by_address()) x.array = static_cast<const void* const*>(data);
    return x;
}

Matrix matrix(const void* data, const Layout& layout) {
    const bool by_rows = layout.order == CUBLASLT_ORDER_ROW;
    void* const memory = const_cast<void*>(data);
    return {memory,
            layout.by_address() ? static_cast<void* const*>(memory) : nullptr,
            static_cast<cudaDataType>(layout.type),
            by_rows ? layout.leading : 1,
            by_rows ? 1 : layout.leading,
            layout.batch_stride};
}

template <class Wide>
Factor<Wide> factor(const Operation& operation, const void* given) {
    const auto type = static_cast<cudaDataType>(operation.scale);
    if (operation.pointer_mode == CUBLASLT_POINTER_MODE_DEVICE) return {Wide{}, given, type};
    if constexpr (std::is_same_v<Wide, float>)
        if (type == CUDA_R_16F) return {__half2float(*static_cast<const __half*>(given)), {}, type};
    return {*static_cast<const Wide*>(given), nullptr, type};
}

Activation activation(std::uint32_t epilogue) {
    if ((epilogue & CUBLASLT_EPILOGUE_DGELU) == CUBLASLT_EPILOGUE_DGELU)
        return Activation::gelu_gradient;
    if (epilogue & CUBLASLT_EPILOGUE_RELU) return Activation::relu;
    return epilogue & CUBLASLT_EPILOGUE_GELU ? Activation::gelu : Activation::none;
}

template <class Wide>
cublasStatus_t launch(const Call& call, void (*kernel)(MatmulTask<Wide>)) {
    const Operation& operation = *call.operation;
    const auto scale = [](const void* pointer) { return static_cast<const float*>(pointer); };
    MatmulTask<Wide> task{{call.problem.m, call.problem.n, call.problem.k, call.layouts.d->batch,
                           operand(call.a, *call.layouts.a, operation.op_a),
                           operand(call.b, *call.layouts.b, operation.op_b)}};
    task.c = matrix(call.c, *call.layouts.c);
    task.d = matrix(call.d, *call.layouts.d);
    task.alpha = factor<Wide>(operation, call.alpha);
    task.beta = factor<Wide>(operation, call.beta);
    if (has_bias(operation)) task.bias = operation.bias;
    task.bias_type = call.problem.bias_type;
    task.bias_stride = operation.bias_stride;
    task.activation = activation(operation.epilogue);
    if (has_auxiliary(operation))
        task.auxiliary = {
            operation.auxiliary,       nullptr, task.d.type, 1, operation.auxiliary_leading,
            operation.auxiliary_stride};
    task.scale_a = scale(operation.scale_a);
    task.scale_b = scale(operation.scale_b);
    task.scale_c = scale(operation.scale_c);
    task.scale_d = scale(operation.scale_d);
    task.largest = static_cast<float*>(operation.largest);
    if (task.largest != nullptr)
        if (const auto error = cudaMemsetAsync(task.largest, 0, sizeof(float), call.stream);
            error != cudaSuccess)
            return cublas::status_of(error);
    cublasContext context;
    context.stream = call.stream;
    return cublas::launch_product(&context, kernel, task);
}

} // namespace

// A product without elements is a launch without blocks, as an H200 has it.
cublasStatus_t launch(const Call& call) {
    if (call.problem.m == 0 || call.problem.n == 0) return CUBLAS_STATUS_EXECUTION_FAILED;
    switch (call.problem.kernel) {
    case Kernel::f32:
        return launch(call, cublaslt_matmul_f32);
    case Kernel::f64:
        return launch(call, cublaslt_matmul_f64);
    case Kernel::c32:
        return launch(call, cublaslt_matmul_c32);
    case Kernel::c64:
        return launch(call, cublaslt_matmul_c64);
    case Kernel::f16:
        return launch(call, cublaslt_matmul_f16);
    case Kernel::bf16:
        return launch(call, cublaslt_matmul_bf16);
    case Kernel::s8_f32:
        return launch(call, cublaslt_matmul_s8_f32);
    case Kernel::s8_s8:
        return launch(call, cublaslt_matmul_s8_s8);
    case Kernel::s8_s32:
        return launch(call, cublaslt_matmul_s8_s32);
    case Kernel::e4m3:
        return launch(call, cublaslt_matmul_e4m3);
    case Kernel::e4m3_e5m2:
        return launch(call, cublaslt_matmul_e4m3_e5m2);
    case Kernel::e5m2_e4m3:
        return launch(call, cublaslt_matmul_e5m2_e4m3);
    }
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

} // namespace vgpu::cublaslt
