#include "vgpu/cublaslt/types.hpp"

namespace vgpu::cublaslt {
namespace {

// Modes that allow less exact arithmetic compute the same here.
std::optional<cublasComputeType_t> plain_compute(std::int32_t compute) {
    switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
        return CUBLAS_COMPUTE_16F;
    case CUBLAS_COMPUTE_32F:
    case CUBLAS_COMPUTE_32F_PEDANTIC:
    case CUBLAS_COMPUTE_32F_FAST_16F:
    case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32:
        return CUBLAS_COMPUTE_32F;
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
        return CUBLAS_COMPUTE_64F;
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
        return CUBLAS_COMPUTE_32I;
    default:
        return std::nullopt;
    }
}

// Numbers of 8 bits, with a point.
std::optional<Types> types_of_f8(std::int32_t compute, cudaDataType a, cudaDataType b,
                                 cudaDataType c, cudaDataType d) {
    if (a == CUDA_R_8F_E5M2 && b == CUDA_R_8F_E5M2) return std::nullopt;
    if (compute == CUBLAS_COMPUTE_32F_PEDANTIC) return std::nullopt;
    if (compute != CUBLAS_COMPUTE_32F && a != b) return std::nullopt;
    const auto kernel = a == CUDA_R_8F_E5M2   ? Kernel::e5m2_e4m3
                        : b == CUDA_R_8F_E5M2 ? Kernel::e4m3_e5m2
                                              : Kernel::e4m3;
    const bool is_narrow = c == CUDA_R_16F || c == CUDA_R_16BF;
    const bool is_pair = d == CUDA_R_8F_E4M3   ? is_narrow
                         : d == CUDA_R_8F_E5M2 ? is_narrow && kernel != Kernel::e4m3
                                               : d == c && (is_narrow || c == CUDA_R_32F);
    if (!is_pair) return std::nullopt;
    return Types{kernel, c == CUDA_R_32F ? CUDA_R_16BF : c, true};
}

} // namespace

std::optional<Types> types_of(const Operation& operation, const Layouts& layouts) {
    const auto compute = plain_compute(operation.compute);
    const auto scale = static_cast<cudaDataType>(operation.scale);
    const auto a = type_of(layouts.a), b = type_of(layouts.b), c = type_of(layouts.c),
               d = type_of(layouts.d);
    if (!compute) return std::nullopt;
    if (is_f8(a) && is_f8(b))
        return compute == CUBLAS_COMPUTE_32F && scale == CUDA_R_32F
                   ? types_of_f8(operation.compute, a, b, c, d)
                   : std::nullopt;
    struct Known {
        cublasComputeType_t compute;
        cudaDataType scale, in, out;
        Types types;
    };
    static constexpr Known all[] = {
        {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, {Kernel::f32, CUDA_R_32F, true}},
        {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_16F, CUDA_R_16F, {Kernel::f16, CUDA_R_16F, true}},
        {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_16F, CUDA_R_32F, {Kernel::f16, CUDA_R_32F, true}},
        {CUBLAS_COMPUTE_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, {Kernel::f16, CUDA_R_16F, true}},
        {CUBLAS_COMPUTE_32F,
         CUDA_R_32F,
         CUDA_R_16BF,
         CUDA_R_16BF,
         {Kernel::bf16, CUDA_R_16BF, true}},
        {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_16BF, CUDA_R_32F, {Kernel::bf16, CUDA_R_32F, true}},
        {CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_8I, CUDA_R_32F, {Kernel::s8_f32, CUDA_R_32F, true}},
        {CUBLAS_COMPUTE_32I, CUDA_R_32F, CUDA_R_8I, CUDA_R_8I, {Kernel::s8_s8, CUDA_R_32F, true}},
        {CUBLAS_COMPUTE_32I,
         CUDA_R_32I,
         CUDA_R_8I,
         CUDA_R_32I,
         {Kernel::s8_s32, CUDA_R_32I, false}},
        {CUBLAS_COMPUTE_64F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, {Kernel::f64, CUDA_R_64F, true}},
        {CUBLAS_COMPUTE_32F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, {Kernel::c32, CUDA_C_32F, false}},
        {CUBLAS_COMPUTE_64F, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, {Kernel::c64, CUDA_C_64F, false}},
    };
    for (const Known& known : all)
        if (known.compute == *compute && known.scale == scale && known.in == a && known.in == b &&
            known.out == c && known.out == d)
            return known.types;
    return std::nullopt;
}

std::uintptr_t alignment_of(Kernel kernel) {
    switch (kernel) {
    case Kernel::s8_s8:
    case Kernel::s8_s32:
        return 4;
    case Kernel::e4m3:
    case Kernel::e4m3_e5m2:
    case Kernel::e5m2_e4m3:
        return 16;
    default:
        return 0;
    }
}

std::int64_t size_of(cudaDataType type) {
    switch (type) {
    case CUDA_R_8I:
    case CUDA_R_8F_E4M3:
    case CUDA_R_8F_E5M2:
        return 1;
    case CUDA_R_16F:
    case CUDA_R_16BF:
        return 2;
    default:
        return 4;
    }
}

} // namespace vgpu::cublaslt
