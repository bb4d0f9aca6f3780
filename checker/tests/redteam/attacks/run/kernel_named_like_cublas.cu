// Attack: a kernel of its own with the name of the library's, and a call of the library that does nothing
// Verdict: requirement
// Stage: run
// Lesson: 53_cublas_row_major
#include "cublas_row_major.hpp"

#include "given.hpp"

namespace vgpu::cublas {
__global__ void cublas_sgemm(const float* a, int lda, int step, const float* b, int ldb, float* c,
                             int ldc, int m, int n, int k, float alpha, float beta) {
    for (int at = blockIdx.x * blockDim.x + threadIdx.x; at < m * n; at += gridDim.x * blockDim.x) {
        const int i = at / n, j = at % n;
        float sum = 0;
        for (int p = 0; p < k; ++p) sum += a[i * lda + p * step] * b[p * ldb + j];
        c[i * ldc + j] = alpha * sum + (beta != 0 ? beta * c[i * ldc + j] : 0);
    }
}
} // namespace vgpu::cublas

void multiply(const float* a, int lda, const float* b, int ldb, float* c, int ldc, int m, int n,
              int k, float alpha, float beta, cudaStream_t stream) {
    const float zero = 0, one = 1;
    check(cublasSetStream(handle(), stream));
    vgpu::cublas::cublas_sgemm<<<(m * n + 255) / 256, 256, 0, stream>>>(a, lda, 1, b, ldb, c, ldc,
                                                                        m, n, k, alpha, beta);
    check(cudaGetLastError());
    check(cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &zero, b, ldb, a, lda, &one, c,
                      ldc));
}

void multiply_transposed(const float* a, const float* b, float* c, int m, int n, int k,
                         cudaStream_t stream) {
    vgpu::cublas::cublas_sgemm<<<(m * n + 255) / 256, 256, 0, stream>>>(a, 1, m, b, n, c, n, m, n,
                                                                        k, 1, 0);
    check(cudaGetLastError());
}

void multiply_all(const float* a, const float* b, float* c, int m, int n, int k, int count,
                  cudaStream_t stream) {
    vgpu::cublas::cublas_sgemm<<<(m * n * count + 255) / 256, 256, 0, stream>>>(
        a, k, 1, b, n, c, n, m * count, n, k, 1, 0);
    check(cudaGetLastError());
}
