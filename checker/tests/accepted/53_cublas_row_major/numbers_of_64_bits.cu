// Accepted: the functions with 64-bit numbers; macros of its own for what fails; and the stream set back at the end
#include "cublas_row_major.hpp"

#include "given.hpp"

#include <cstdint>
#include <stdexcept>

#define BLAS(call)                                                                                 \
    do {                                                                                           \
        const cublasStatus_t blas_status = (call);                                                 \
        if (blas_status != CUBLAS_STATUS_SUCCESS) {                                                \
            cudaGetLastError();                                                                    \
            cublasSetStream(handle(), nullptr);                                                    \
            throw std::runtime_error(cublasGetStatusString(blas_status));                          \
        }                                                                                          \
    } while (false)

void multiply(const float* a, int lda, const float* b, int ldb, float* c, int ldc, int m, int n,
              int k, float alpha, float beta, cudaStream_t stream) {
    BLAS(cublasSetStream(handle(), stream));
    BLAS(cublasSgemm_64(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha, b, ldb, a, lda, &beta,
                        c, ldc));
    BLAS(cublasSetStream(handle(), nullptr));
}

void multiply_transposed(const float* a, const float* b, float* c, int m, int n, int k,
                         cudaStream_t stream) {
    const float one = 1, zero = 0;
    BLAS(cublasSetStream(handle(), stream));
    BLAS(cublasSgemm_64(handle(), CUBLAS_OP_N, CUBLAS_OP_T, n, m, k, &one, b, n, a, m, &zero, c, n));
    BLAS(cublasSetStream(handle(), nullptr));
}

void multiply_all(const float* a, const float* b, float* c, int m, int n, int k, int count,
                  cudaStream_t stream) {
    const float one = 1, zero = 0;
    const std::int64_t of_a = std::int64_t{m} * k, of_c = std::int64_t{m} * n;
    BLAS(cublasSetStream(handle(), stream));
    BLAS(cublasSgemmStridedBatched_64(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, 0, a,
                                      k, of_a, &zero, c, n, of_c, count));
    BLAS(cublasSetStream(handle(), nullptr));
}
