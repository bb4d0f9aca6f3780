// Lesson 53: cuBLAS and matrices in row-major order. README.md explains; fill in the three regions
// marked TODO.
#include "cublas_row_major.hpp"

#include "given.hpp" // handle(), and check() of what cuBLAS returns

void multiply(const float* a, int lda, const float* b, int ldb, float* c, int ldc, int m, int n,
              int k, float alpha, float beta, cudaStream_t stream) {
    // Solution 1: by columns, the memory of C holds C^T, which is B^T A^T; and those of B and A hold
    // B^T and A^T. So the operands change places, and no operation is left to ask for. The column of
    // a transpose is the row of the matrix: the distances between rows are the leading dimensions.
    check(cublasSetStream(handle(), stream));
    check(cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha, b, ldb, a, lda, &beta, c,
                      ldc));
    // end of Solution 1
}

void multiply_transposed(const float* a, const float* b, float* c, int m, int n, int k,
                         cudaStream_t stream) {
    // Solution 2: C^T = B^T A. By columns, the memory of A, which has rows of m, holds A^T; so A is
    // its transpose.
    const float one = 1, zero = 0;
    check(cublasSetStream(handle(), stream));
    check(cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_T, n, m, k, &one, b, n, a, m, &zero, c, n));
    // end of Solution 2
}

void multiply_all(const float* a, const float* b, float* c, int m, int n, int k, int count,
                  cudaStream_t stream) {
    // Solution 3: each problem is that of TODO 1. B is the first operand of cuBLAS, and lies in the
    // same place for all: its stride is 0.
    const float one = 1, zero = 0;
    check(cublasSetStream(handle(), stream));
    check(cublasSgemmStridedBatched(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, 0, a,
                                    k, m * k, &zero, c, n, m * n, count));
    // end of Solution 3
}
