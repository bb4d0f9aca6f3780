// What the opaque descriptors of cuBLASLt hold. They lie in the program's own memory, too, so that
// none is larger than the header's type for it.
#pragma once

#include "vgpu/cublaslt/attribute.hpp"

#include <cstdint>

namespace vgpu::cublaslt {

struct Layout {
    std::uint32_t type;
    std::int32_t order = CUBLASLT_ORDER_COL;
    std::uint64_t rows, columns;
    std::int64_t leading;
    std::int64_t batch_stride = 0, plane_offset = 0;
    std::int32_t batch = 1;
    std::uint32_t batch_mode = 0; // by strides; 1: by addresses, which are on the device

    bool by_address() const { return batch_mode == 1; }
};
static_assert(sizeof(Layout) <= sizeof(cublasLtMatrixLayoutOpaque_t));

struct Operation {
    std::int32_t compute, scale;
    std::int32_t pointer_mode = CUBLASLT_POINTER_MODE_HOST;
    std::int32_t op_a = CUBLAS_OP_N, op_b = CUBLAS_OP_N, op_c = CUBLAS_OP_N;
    std::int32_t fill = CUBLAS_FILL_MODE_FULL;
    std::uint32_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
    const void* bias = nullptr;
    std::int64_t bias_stride = 0;
    void* auxiliary = nullptr;
    std::int64_t auxiliary_leading = 0, auxiliary_stride = 0, alpha_stride = 0;
    const void *scale_a = nullptr, *scale_b = nullptr, *scale_c = nullptr, *scale_d = nullptr;
    void* largest = nullptr;
    const void* auxiliary_scale = nullptr;
    void* auxiliary_largest = nullptr;
    std::int32_t auxiliary_type = -1, bias_type = -1, sm_count_target = 0;
    std::int32_t mode_a = 0, mode_b = 0, mode_c = 0, mode_d = 0, auxiliary_mode = 0, out_mode = 0;
    std::int8_t fast_accumulation = 0;
    void* out_scale = nullptr;
    void* emulation = nullptr;
};
static_assert(sizeof(Operation) <= sizeof(cublasLtMatmulDescOpaque_t));

struct Preference {
    std::uint32_t search = CUBLASLT_SEARCH_BEST_FIT, reductions = CUBLASLT_REDUCTION_SCHEME_MASK;
    std::uint64_t most_workspace = 0, implementations = ~std::uint64_t{0};
    std::uint32_t align_a = 256, align_b = 256, align_c = 256, align_d = 256;
    float most_waves = 0;
};
static_assert(sizeof(Preference) <= sizeof(cublasLtMatmulPreferenceOpaque_t));

// There is one algorithm; what is set besides is kept.
struct Algorithm {
    static constexpr std::uint64_t real_sign = 0x746c2d756770762d; // no memory has it by chance
    static constexpr std::int32_t least_id = 0, ids = 100; // programs ask for those of NVIDIA's

    std::uint64_t sign = real_sign;
    std::int32_t id = least_id;
    std::uint32_t tile = CUBLASLT_MATMUL_TILE_64x64, stages = CUBLASLT_MATMUL_STAGES_UNDEFINED;
    std::int32_t parts = 1;
    std::uint32_t reduction = CUBLASLT_REDUCTION_SCHEME_NONE, swizzle = 0, option = 0;
    std::uint16_t inner_shape = 0, cluster_shape = 0;
};
static_assert(sizeof(Algorithm) <= sizeof(cublasLtMatmulAlgo_t));

inline bool is_algorithm(const cublasLtMatmulAlgo_t* x) {
    const auto* const ours = reinterpret_cast<const Algorithm*>(x);
    return ours->sign == Algorithm::real_sign;
}
inline const Layout* layout(cublasLtMatrixLayout_t x) { return reinterpret_cast<Layout*>(x); }
inline const Operation* operation(cublasLtMatmulDesc_t x) {
    return reinterpret_cast<Operation*>(x);
}

} // namespace vgpu::cublaslt
