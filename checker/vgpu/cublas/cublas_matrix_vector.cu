// Level 2: a matrix and a vector.
#include "vgpu/cublas/triangles.hpp"

namespace vgpu::cublas {
namespace {

template <class T>
cublasStatus_t gemv(cublasHandle_t handle, cublasOperation_t op, std::int64_t m, std::int64_t n,
                    const T* alpha, const T* a, std::int64_t lda, const T* x, std::int64_t incx,
                    const T* beta, T* y, std::int64_t incy) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(is_operation(op));
    // As on an H200, sizes below 0 and increments of 0 are no errors.
    if (m <= 0 || n <= 0) return CUBLAS_STATUS_SUCCESS;
    WORKBOOK_CUBLAS_REQUIRE(is_leading(lda, m));
    WORKBOOK_CUBLAS_REQUIRE(alpha != nullptr && beta != nullptr);
    const auto first = scalar(handle, alpha), second = scalar(handle, beta);
    if (op == CUBLAS_OP_N)
        return launch(handle, cublas_gemv_n<T>, blocks_for(m), threads, m, n, first, a, lda,
                      vector(x, n, incx), second, vector(y, m, incy));
    return launch(handle, cublas_gemv_t<T>, static_cast<unsigned>(n), threads, m, op == CUBLAS_OP_C,
                  first, a, lda, vector(x, m, incx), second, vector(y, n, incy));
}

template <class T>
cublasStatus_t symv(cublasHandle_t handle, cublasFillMode_t fill, bool hermitian, std::int64_t n,
                    const T* alpha, const T* a, std::int64_t lda, const T* x, std::int64_t incx,
                    const T* beta, T* y, std::int64_t incy) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(is_triangle(fill) && n >= 0 && is_leading(lda, n));
    WORKBOOK_CUBLAS_REQUIRE(incx != 0 && incy != 0);
    if (n == 0) return CUBLAS_STATUS_SUCCESS;
    WORKBOOK_CUBLAS_REQUIRE(alpha != nullptr && beta != nullptr);
    return launch(handle, cublas_symv<T>, blocks_for(n), threads, n, fill == CUBLAS_FILL_MODE_LOWER,
                  hermitian, scalar(handle, alpha), a, lda, vector(x, n, incx),
                  scalar(handle, beta), vector(y, n, incy));
}

template <class T>
cublasStatus_t ger(cublasHandle_t handle, const char* name, bool conjugated, std::int64_t m,
                   std::int64_t n, const T* alpha, const T* x, std::int64_t incx, const T* y,
                   std::int64_t incy, T* a, std::int64_t lda) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 1, m >= 0);
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 2, n >= 0);
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 5, incx != 0);
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 7, incy != 0);
    WORKBOOK_CUBLAS_REQUIRE_PARAMETER(name, 9, is_leading(lda, m));
    if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
    WORKBOOK_CUBLAS_REQUIRE(alpha != nullptr);
    return launch(handle, cublas_ger<T>, blocks_of_columns(m, n), threads, m, n, conjugated,
                  scalar(handle, alpha), vector(x, m, incx), vector(y, n, incy), a, lda);
}

template <class T>
cublasStatus_t syr(cublasHandle_t handle, cublasFillMode_t fill, std::int64_t n, const T* alpha,
                   const T* x, std::int64_t incx, T* a, std::int64_t lda) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(is_triangle(fill) && n >= 0 && incx != 0 && is_leading(lda, n));
    if (n == 0) return CUBLAS_STATUS_SUCCESS;
    WORKBOOK_CUBLAS_REQUIRE(alpha != nullptr);
    return launch(handle, cublas_syr<T>, blocks_of_columns(n, n), threads, n,
                  fill == CUBLAS_FILL_MODE_LOWER, scalar(handle, alpha), vector(x, n, incx), a,
                  lda);
}

template <class T>
cublasStatus_t triangular(cublasHandle_t handle,
                          void (*kernel)(std::int64_t, Triangle<T>, T, Vector<T>),
                          cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal,
                          std::int64_t n, const T* a, std::int64_t lda, T* x, std::int64_t incx) {
    WORKBOOK_CUBLAS_REQUIRE_HANDLE(handle);
    WORKBOOK_CUBLAS_REQUIRE(is_triangle(fill) && is_operation(op) && is_diagonal(diagonal));
    WORKBOOK_CUBLAS_REQUIRE(n >= 0 && incx != 0 && is_leading(lda, n));
    if (n == 0) return CUBLAS_STATUS_SUCCESS;
    return launch(handle, kernel, 1, threads, n, triangle(a, lda, fill, op, diagonal), one<T>(),
                  vector(x, n, incx));
}

} // namespace
} // namespace vgpu::cublas

using namespace vgpu::cublas;

#define WORKBOOK_FUNCTIONS "vgpu/cublas/matrix_vector_api.inc"
#include "vgpu/cublas/both_widths.inc"
