// Mistake: a kernel transposes A first
// Verdict: requirement
// Message: none of cuBLAS
// Only: virtual
#include "cublas_row_major.hpp"

#include "given.hpp" // handle(), and check() of what cuBLAS returns

void multiply(const float* a, int lda, const float* b, int ldb, float* c, int ldc, int m, int n,
              int k, float alpha, float beta, cudaStream_t stream) {
    check(cublasSetStream(handle(), stream));
    check(cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha, b, ldb, a, lda, &beta, c,
                      ldc));
}

__global__ void flip(const float* from, float* to, int rows, int columns) {
    for (int i = threadIdx.x; i < rows * columns; i += blockDim.x)
        to[i % columns * rows + i / columns] = from[i];
}

void multiply_transposed(const float* a, const float* b, float* c, int m, int n, int k,
                         cudaStream_t stream) {
    float* flipped;
    const float one = 1, zero = 0;
    check(cudaMallocAsync(&flipped, sizeof(float) * m * k, stream));
    check(cublasSetStream(handle(), stream));
    flip<<<1, 256, 0, stream>>>(a, flipped, k, m);
    check(cudaGetLastError());
    check(cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, flipped, k, &zero, c, n));
    check(cudaFreeAsync(flipped, stream));
}

void multiply_all(const float* a, const float* b, float* c, int m, int n, int k, int count,
                  cudaStream_t stream) {
    const float one = 1, zero = 0;
    const long long elements_of_a = static_cast<long long>(m) * k;
    const long long elements_of_c = static_cast<long long>(m) * n;
    check(cublasSetStream(handle(), stream));
    check(cublasSgemmStridedBatched(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, 0, a,
                                    k, elements_of_a, &zero, c, n, elements_of_c, count));
}
