// Functions that make descriptors of cuBLASLt, and that set and get their attributes.
#include "vgpu/cublaslt/descriptors.hpp"

#include <new>

using namespace vgpu::cublaslt;

namespace {

// Headers before CUDA 13.1 have no names for them.
constexpr int batch_mode_number = 8, emulation_number = 38;

constexpr Attribute layout_attributes[] = {
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_TYPE, Layout, type),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_ORDER, Layout, order),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_ROWS, Layout, rows),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_COLS, Layout, columns),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_LD, Layout, leading),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, Layout, batch),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, Layout, batch_stride),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, Layout, plane_offset),
    WORKBOOK_ATTRIBUTE(batch_mode_number, Layout, batch_mode),
};

constexpr Attribute operation_attributes[] = {
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, Operation, compute),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_SCALE_TYPE, Operation, scale),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_POINTER_MODE, Operation, pointer_mode),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_TRANSA, Operation, op_a),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_TRANSB, Operation, op_b),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_TRANSC, Operation, op_c),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_FILL_MODE, Operation, fill),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE, Operation, epilogue),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_BIAS_POINTER, Operation, bias),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, Operation, bias_stride),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, Operation, auxiliary),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, Operation, auxiliary_leading),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, Operation, auxiliary_stride),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE, Operation, alpha_stride),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, Operation, sm_count_target),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, Operation, scale_a),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, Operation, scale_b),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, Operation, scale_c),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, Operation, scale_d),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, Operation, largest),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, Operation, auxiliary_type),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER, Operation, auxiliary_scale),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER, Operation,
                       auxiliary_largest),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_FAST_ACCUM, Operation, fast_accumulation),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, Operation, bias_type),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_A_SCALE_MODE, Operation, mode_a),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_B_SCALE_MODE, Operation, mode_b),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_C_SCALE_MODE, Operation, mode_c),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_D_SCALE_MODE, Operation, mode_d),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_MODE, Operation, auxiliary_mode),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_D_OUT_SCALE_POINTER, Operation, out_scale),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_DESC_D_OUT_SCALE_MODE, Operation, out_mode),
    WORKBOOK_ATTRIBUTE(emulation_number, Operation, emulation),
};

constexpr Attribute preference_attributes[] = {
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_PREF_SEARCH_MODE, Preference, search),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, Preference, most_workspace),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, Preference, reductions),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, Preference, align_a),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, Preference, align_b),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, Preference, align_c),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, Preference, align_d),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT, Preference, most_waves),
    WORKBOOK_ATTRIBUTE(CUBLASLT_MATMUL_PREF_IMPL_MASK, Preference, implementations),
};

constexpr Attribute algorithm_attributes[] = {
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CONFIG_ID, Algorithm, id),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CONFIG_TILE_ID, Algorithm, tile),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CONFIG_SPLITK_NUM, Algorithm, parts),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME, Algorithm, reduction),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING, Algorithm, swizzle),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION, Algorithm, option),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CONFIG_STAGES_ID, Algorithm, stages),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID, Algorithm, inner_shape),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID, Algorithm, cluster_shape),
};

// Puts a descriptor into the program's memory, or into new memory of the header's type, like
// NVIDIA's library.
template <class Ours, class Theirs>
cublasStatus_t place(Theirs* memory, std::size_t bytes, const Ours& value) {
    if (memory == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    if (bytes < sizeof(Ours)) return CUBLAS_STATUS_ALLOC_FAILED;
    new (memory) Ours(value);
    return CUBLAS_STATUS_SUCCESS;
}
template <class Ours, class Theirs>
cublasStatus_t create(Theirs** descriptor, const Ours& value) {
    if (descriptor == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
    *descriptor = new (std::nothrow) Theirs{};
    if (*descriptor == nullptr) return CUBLAS_STATUS_ALLOC_FAILED;
    return place(*descriptor, sizeof(Theirs), value);
}
template <class Theirs>
cublasStatus_t destroy(Theirs* descriptor) {
    delete descriptor;
    return CUBLAS_STATUS_SUCCESS;
}

Layout layout_of(cudaDataType type, std::uint64_t rows, std::uint64_t columns,
                 std::int64_t leading) {
    Layout layout{};
    layout.type = static_cast<std::uint32_t>(type);
    layout.rows = rows;
    layout.columns = columns;
    layout.leading = leading;
    return layout;
}

Operation operation_of(cublasComputeType_t compute, cudaDataType scale) {
    Operation operation{};
    operation.compute = compute;
    operation.scale = scale;
    return operation;
}

} // namespace

cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t layout, std::size_t size,
                                                 cudaDataType type, std::uint64_t rows,
                                                 std::uint64_t columns, std::int64_t leading) {
    return place(layout, size, layout_of(type, rows, columns, leading));
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType type,
                                          std::uint64_t rows, std::uint64_t columns,
                                          std::int64_t leading) {
    return create(layout, layout_of(type, rows, columns, leading));
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
    return destroy(layout);
}

cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t operation, std::size_t size,
                                               cublasComputeType_t compute, cudaDataType scale) {
    return place(operation, size, operation_of(compute, scale));
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* operation,
                                        cublasComputeType_t compute, cudaDataType scale) {
    return create(operation, operation_of(compute, scale));
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t operation) {
    return destroy(operation);
}

cublasStatus_t cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t preference,
                                                     std::size_t size) {
    return place(preference, size, Preference{});
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) {
    return create(preference, Preference{});
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
    return destroy(preference);
}

#define WORKBOOK_SET_AND_GET(name, Theirs, Read, Number, attributes)                               \
    cublasStatus_t cublasLt##name##SetAttribute(Theirs descriptor, Number number,                  \
                                                const void* from, std::size_t bytes) {             \
        return set_attribute(attributes, descriptor, number, from, bytes);                         \
    }                                                                                              \
    cublasStatus_t cublasLt##name##GetAttribute(Read descriptor, Number number, void* to,          \
                                                std::size_t bytes, std::size_t* written) {         \
        return get_attribute(attributes, descriptor, number, to, bytes, written);                  \
    }
WORKBOOK_SET_AND_GET(MatrixLayout, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                     cublasLtMatrixLayoutAttribute_t, layout_attributes)
WORKBOOK_SET_AND_GET(MatmulDesc, cublasLtMatmulDesc_t, cublasLtMatmulDesc_t,
                     cublasLtMatmulDescAttributes_t, operation_attributes)
WORKBOOK_SET_AND_GET(MatmulPreference, cublasLtMatmulPreference_t, cublasLtMatmulPreference_t,
                     cublasLtMatmulPreferenceAttributes_t, preference_attributes)
WORKBOOK_SET_AND_GET(MatmulAlgoConfig, cublasLtMatmulAlgo_t*, const cublasLtMatmulAlgo_t*,
                     cublasLtMatmulAlgoConfigAttributes_t, algorithm_attributes)
