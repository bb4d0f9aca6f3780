// Accepted: one function makes every call, by the batched product of one problem
#include "cublas_row_major.hpp"

#include "given.hpp"

namespace {

struct RowMajor {
    const float* data;
    int pitch;
    long long stride = 0;
    cublasOperation_t op = CUBLAS_OP_N;
};

void product(cudaStream_t stream, int m, int n, int k, float alpha, RowMajor a, RowMajor b, float beta,
             float* c, int pitch, long long stride = 0, int count = 1) {
    const auto blas = handle();
    check(cublasSetStream(blas, stream));
    check(cublasSgemmStridedBatched(blas, b.op, a.op, n, m, k, &alpha, b.data, b.pitch, b.stride, a.data,
                                    a.pitch, a.stride, &beta, c, pitch, stride, count));
}

} // namespace

void multiply(const float* a, int lda, const float* b, int ldb, float* c, int ldc, int m, int n,
              int k, float alpha, float beta, cudaStream_t stream) {
    product(stream, m, n, k, alpha, {a, lda}, {b, ldb}, beta, c, ldc);
}

void multiply_transposed(const float* a, const float* b, float* c, int m, int n, int k,
                         cudaStream_t stream) {
    product(stream, m, n, k, 1, {a, m, 0, CUBLAS_OP_T}, {b, n}, 0, c, n);
}

void multiply_all(const float* a, const float* b, float* c, int m, int n, int k, int count,
                  cudaStream_t stream) {
    product(stream, m, n, k, 1, {a, k, 1LL * m * k}, {b, n}, 0, c, n, 1LL * m * n, count);
}
