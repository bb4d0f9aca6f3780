// Vectors and matrices between host and device: copies in two dimensions, of the runtime.
#include "vgpu/cublas/handle.hpp"

namespace {

cublasStatus_t status_of_copy(cudaError_t error) {
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

// A copy of `rows` rows of `bytes` each. wait: it is done when the function returns.
cublasStatus_t copy(const void* from, std::int64_t from_pitch, void* to, std::int64_t to_pitch,
                    std::int64_t bytes, std::int64_t rows, cudaMemcpyKind kind, bool wait,
                    cudaStream_t stream) {
    if (bytes == 0 || rows == 0) return CUBLAS_STATUS_SUCCESS;
    if (from_pitch == bytes && to_pitch == bytes) { // all of it lies together
        bytes *= rows;
        return status_of_copy(wait ? cudaMemcpy(to, from, bytes, kind)
                                   : cudaMemcpyAsync(to, from, bytes, kind, stream));
    }
    return status_of_copy(
        wait ? cudaMemcpy2D(to, to_pitch, from, from_pitch, bytes, rows, kind)
             : cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, bytes, rows, kind, stream));
}

cublasStatus_t copy_vector(std::int64_t n, std::int64_t size, const void* x, std::int64_t incx,
                           void* y, std::int64_t incy, cudaMemcpyKind kind, bool wait,
                           cudaStream_t stream) {
    WORKBOOK_CUBLAS_REQUIRE(n >= 0 && size > 0 && incx > 0 && incy > 0);
    return copy(x, incx * size, y, incy * size, size, n, kind, wait, stream);
}

cublasStatus_t copy_matrix(std::int64_t rows, std::int64_t columns, std::int64_t size,
                           const void* a, std::int64_t lda, void* b, std::int64_t ldb,
                           cudaMemcpyKind kind, bool wait, cudaStream_t stream) {
    // A leading dimension below the number of rows is found by the copy, as an H200 has it.
    WORKBOOK_CUBLAS_REQUIRE(rows >= 0 && columns >= 0 && size > 0 && lda > 0 && ldb > 0);
    return copy(a, lda * size, b, ldb * size, rows * size, columns, kind, wait, stream);
}

} // namespace

#define WORKBOOK_TRANSFERS(Int, suffix, verb, kind)                                                \
    cublasStatus_t cublas##verb##Vector##suffix(Int n, Int size, const void* x, Int incx, void* y, \
                                                Int incy) {                                        \
        return copy_vector(n, size, x, incx, y, incy, kind, true, nullptr);                        \
    }                                                                                              \
    cublasStatus_t cublas##verb##VectorAsync##suffix(Int n, Int size, const void* x, Int incx,     \
                                                     void* y, Int incy, cudaStream_t stream) {     \
        return copy_vector(n, size, x, incx, y, incy, kind, false, stream);                        \
    }                                                                                              \
    cublasStatus_t cublas##verb##Matrix##suffix(Int rows, Int columns, Int size, const void* a,    \
                                                Int lda, void* b, Int ldb) {                       \
        return copy_matrix(rows, columns, size, a, lda, b, ldb, kind, true, nullptr);              \
    }                                                                                              \
    cublasStatus_t cublas##verb##MatrixAsync##suffix(Int rows, Int columns, Int size,              \
                                                     const void* a, Int lda, void* b, Int ldb,     \
                                                     cudaStream_t stream) {                        \
        return copy_matrix(rows, columns, size, a, lda, b, ldb, kind, false, stream);              \
    }
WORKBOOK_TRANSFERS(int, , Set, cudaMemcpyHostToDevice)
WORKBOOK_TRANSFERS(int, , Get, cudaMemcpyDeviceToHost)
WORKBOOK_TRANSFERS(std::int64_t, _64, Set, cudaMemcpyHostToDevice)
WORKBOOK_TRANSFERS(std::int64_t, _64, Get, cudaMemcpyDeviceToHost)
