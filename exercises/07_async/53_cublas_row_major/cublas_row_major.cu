// Lesson 53: cuBLAS and matrices in row-major order. README.md explains; fill in the three regions
// marked TODO.
#include "cublas_row_major.hpp"

#include "given.hpp" // handle(), and check() of what cuBLAS returns

void multiply(const float* a, int lda, const float* b, int ldb, float* c, int ldc, int m, int n,
              int k, float alpha, float beta, cudaStream_t stream) {
    // TODO 1: have the handle work in `stream`; then C = alpha A B + beta C by one cublasSgemm. Which
    // operand comes first, if cuBLAS is to write the columns of C^T?
    // end of TODO 1
}

void multiply_transposed(const float* a, const float* b, float* c, int m, int n, int k,
                         cudaStream_t stream) {
    // TODO 2: C = A^T B. What does cuBLAS see in the memory of A, and what do you want of it?
    // end of TODO 2
}

void multiply_all(const float* a, const float* b, float* c, int m, int n, int k, int count,
                  cudaStream_t stream) {
    // TODO 3: C_i = A_i B for all i by one cublasSgemmStridedBatched. B is the same for all.
    // end of TODO 3
}
