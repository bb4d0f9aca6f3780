// The choice of an algorithm for cublasLtMatmul: there is one, which needs no workspace.
#include "vgpu/cublas/handle.hpp"
#include "vgpu/cublaslt/problem.hpp"

#include <cstdint>
#include <new>

using namespace vgpu::cublaslt;

namespace {

// Blocks per multiprocessor, of which an H200 has 132.
float waves_of(const Problem& problem, const Layout& d) {
    const auto tiles = [](std::int64_t lines) { return (lines + 63) / 64; };
    return static_cast<float>(tiles(problem.m) * tiles(problem.n) * d.batch) / 132;
}

struct Capabilities {
    std::int32_t split = 0, batches = 1, apart = 1, triangles = 0, most_option = 0,
                 tiled_orders = 0, negative_leading = 0;
    std::uint32_t reductions = CUBLASLT_REDUCTION_SCHEME_NONE, swizzle = 0,
                  tile = CUBLASLT_MATMUL_TILE_64x64, stages = CUBLASLT_MATMUL_STAGES_UNDEFINED;
    std::uint32_t pointer_modes =
        CUBLASLT_POINTER_MODE_MASK_HOST | CUBLASLT_POINTER_MODE_MASK_DEVICE;
    std::uint32_t epilogues = CUBLASLT_EPILOGUE_DEFAULT | CUBLASLT_EPILOGUE_RELU_BIAS |
                              CUBLASLT_EPILOGUE_GELU_AUX_BIAS | CUBLASLT_EPILOGUE_DGELU;
    std::uint64_t arithmetic = CUBLASLT_NUMERICAL_IMPL_FLAGS_FMA;
    std::uint32_t alignment = 1;
};

constexpr Attribute capability_attributes[] = {
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CAP_SPLITK_SUPPORT, Capabilities, split),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CAP_REDUCTION_SCHEME_MASK, Capabilities, reductions),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CAP_CTA_SWIZZLING_SUPPORT, Capabilities, swizzle),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT, Capabilities, batches),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT, Capabilities, apart),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CAP_UPLO_SUPPORT, Capabilities, triangles),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CAP_TILE_IDS, Capabilities, tile),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX, Capabilities, most_option),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CAP_CUSTOM_MEMORY_ORDER, Capabilities, tiled_orders),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CAP_POINTER_MODE_MASK, Capabilities, pointer_modes),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CAP_EPILOGUE_MASK, Capabilities, epilogues),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CAP_STAGES_IDS, Capabilities, stages),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CAP_LD_NEGATIVE, Capabilities, negative_leading),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS, Capabilities, arithmetic),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES, Capabilities, alignment),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_B_BYTES, Capabilities, alignment),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_C_BYTES, Capabilities, alignment),
    WORKBOOK_ATTRIBUTE(CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES, Capabilities, alignment),
};

bool has_clusters(const cublasLtMatmulAlgo_t* algo) {
    const auto shape = reinterpret_cast<const Algorithm*>(algo)->cluster_shape;
    return shape != CUBLASLT_CLUSTER_SHAPE_AUTO && shape != CUBLASLT_CLUSTER_SHAPE_1x1x1;
}

void describe(const Problem& problem, const Layout& d, cublasLtMatmulHeuristicResult_t& result) {
    result.workspaceSize = 0;
    result.state = CUBLAS_STATUS_SUCCESS;
    result.wavesCount = waves_of(problem, d);
}

} // namespace

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                              cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                              cublasLtMatmulPreference_t preference, int requested,
                                              cublasLtMatmulHeuristicResult_t results[],
                                              int* count) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(preference != nullptr && requested > 0 && results != nullptr &&
                            count != nullptr);
    *count = 0;
    Problem problem{};
    const auto status =
        problem_of(operation(desc), {layout(a), layout(b), layout(c), layout(d)}, problem);
    if (status != CUBLAS_STATUS_SUCCESS) return status;
    results[0] = {};
    new (&results[0].algo) Algorithm;
    describe(problem, *layout(d), results[0]);
    *count = 1;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoCheck(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
                                       cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                       cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                       const cublasLtMatmulAlgo_t* algo,
                                       cublasLtMatmulHeuristicResult_t* result) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(algo != nullptr && result != nullptr && is_algorithm(algo));
    Problem problem{};
    const auto status =
        problem_of(operation(desc), {layout(a), layout(b), layout(c), layout(d)}, problem);
    if (status != CUBLAS_STATUS_SUCCESS) return status;
    if (has_clusters(algo)) return CUBLAS_STATUS_NOT_SUPPORTED; // programs try each shape
    describe(problem, *layout(d), *result);
    return CUBLAS_STATUS_SUCCESS;
}

// cublasLtMatmulAlgoCheck reports whether the types have a product.
cublasStatus_t cublasLtMatmulAlgoGetIds(cublasLtHandle_t handle, cublasComputeType_t, cudaDataType,
                                        cudaDataType, cudaDataType, cudaDataType, cudaDataType,
                                        int requested, int ids[], int* count) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(requested > 0 && ids != nullptr && count != nullptr);
    ids[0] = Algorithm::least_id;
    *count = 1;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoInit(cublasLtHandle_t handle, cublasComputeType_t, cudaDataType,
                                      cudaDataType, cudaDataType, cudaDataType, cudaDataType,
                                      int id, cublasLtMatmulAlgo_t* algo) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(algo != nullptr && id >= Algorithm::least_id && id < Algorithm::ids);
    *algo = {};
    (new (algo) Algorithm)->id = id;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t* algo,
                                                 cublasLtMatmulAlgoCapAttributes_t number, void* to,
                                                 std::size_t bytes, std::size_t* written) {
    WORKBOOK_CUBLAS_REQUIRE(algo != nullptr && is_algorithm(algo));
    static constexpr Capabilities capabilities;
    const bool is_array =
        number == CUBLASLT_ALGO_CAP_TILE_IDS || number == CUBLASLT_ALGO_CAP_STAGES_IDS;
    if (is_array && bytes > sizeof(std::uint32_t)) bytes = sizeof(std::uint32_t);
    return get_attribute(capability_attributes, &capabilities, number, to, bytes, written);
}
