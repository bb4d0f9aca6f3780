// cublasLtMatmul itself.
#include "vgpu/cublas/handle.hpp"
#include "vgpu/cublaslt/problem.hpp"

#include <complex>
#include <cstdint>

using namespace vgpu::cublaslt;

namespace {

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

// Whether D can overwrite C in place: both have the same layout.
bool are_alike(const Layout& c, const Layout& d) {
    return c.type == d.type && c.order == d.order && c.leading == d.leading &&
           c.batch_stride == d.batch_stride;
}

bool is_workspace(const void* address) {
    return reinterpret_cast<std::uintptr_t>(address) % 256 == 0;
}

bool is_aligned(const Problem& problem, const void* address) {
    return problem.alignment == 0 ||
           reinterpret_cast<std::uintptr_t>(address) % problem.alignment == 0;
}

} // namespace

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void* alpha,
                              const void* a, cublasLtMatrixLayout_t layout_a, const void* b,
                              cublasLtMatrixLayout_t layout_b, const void* beta, const void* c,
                              cublasLtMatrixLayout_t layout_c, void* d,
                              cublasLtMatrixLayout_t layout_d, const cublasLtMatmulAlgo_t* algo,
                              void* workspace, std::size_t bytes, cudaStream_t stream) {
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
    WORKBOOK_CUBLAS_REQUIRE(!has_bias(*call.operation) || call.operation->bias != nullptr);
    // NVIDIA's library returns this on an H200. The kernels here need no workspace.
    if (has_auxiliary(*call.operation) && call.operation->auxiliary == nullptr)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    WORKBOOK_CUBLAS_REQUIRE(algo != nullptr || bytes == 0 || is_workspace(workspace));
    WORKBOOK_CUBLAS_REQUIRE(c != d || are_alike(*call.layouts.c, *call.layouts.d));
    for (const void* address : {a, b, c, static_cast<const void*>(d)})
        if (!is_aligned(call.problem, address)) return CUBLAS_STATUS_NOT_SUPPORTED;
    return launch(call);
}
