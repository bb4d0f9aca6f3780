// cublasLtMatmul, and the choice of its algorithm: there is one, which needs no workspace.
#include "vgpu/cublas/handle.hpp"
#include "vgpu/cublaslt/problem.hpp"

#include <complex>
#include <cstdint>
#include <new>

using namespace vgpu::cublaslt;

namespace {

// Blocks per multiprocessor, of which an H200 has 132.
float waves_of(const Problem& problem, const Layout& d) {
    const auto tiles = [](std::int64_t lines) { return (lines + 63) / 64; };
    return static_cast<float>(tiles(problem.m) * tiles(problem.n) * d.batch) / 132;
}

bool is_algorithm(const cublasLtMatmulAlgo_t* algo) {
    return algorithm(algo)->sign == Algorithm::real_sign &&
           algorithm(algo)->id == Algorithm::only_id;
}

// A factor on the host.
bool is_zero(const Operation& operation, const void* factor) {
    if (operation.pointer_mode != CUBLASLT_POINTER_MODE_HOST) return false;
    switch (operation.scale) {
    case CUDA_R_16F:
        return (*static_cast<const std::uint16_t*>(factor) & 0x7fff) == 0;
    case CUDA_R_32I:
        return *static_cast<const int*>(factor) == 0;
    case CUDA_R_64F:
        return *static_cast<const double*>(factor) == 0;
    case CUDA_C_32F:
        return *static_cast<const std::complex<float>*>(factor) == 0.0f;
    case CUDA_C_64F:
        return *static_cast<const std::complex<double>*>(factor) == 0.0;
    default:
        return *static_cast<const float*>(factor) == 0;
    }
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
    if (status == CUBLAS_STATUS_SUCCESS) describe(problem, *layout(d), *result);
    return status;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void* alpha,
                              const void* a, cublasLtMatrixLayout_t layout_a, const void* b,
                              cublasLtMatrixLayout_t layout_b, const void* beta, const void* c,
                              cublasLtMatrixLayout_t layout_c, void* d,
                              cublasLtMatrixLayout_t layout_d, const cublasLtMatmulAlgo_t* algo,
                              void*, std::size_t, cudaStream_t stream) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(algo == nullptr || is_algorithm(algo));
    Call call{operation(desc),
              {layout(layout_a), layout(layout_b), layout(layout_c), layout(layout_d)},
              {},
              alpha,
              a,
              b,
              beta,
              c,
              d,
              stream};
    const auto status = problem_of(call.operation, call.layouts, call.problem);
    if (status != CUBLAS_STATUS_SUCCESS) return status;
    WORKBOOK_CUBLAS_REQUIRE(alpha != nullptr && beta != nullptr && a != nullptr && b != nullptr &&
                            d != nullptr && (c != nullptr || is_zero(*call.operation, beta)));
    return launch(call);
}
