// Attack: computes on the CPU in managed memory, and has cuBLAS copy what comes of it, as a product by the unit matrix
// Verdict: requirement
// Stage: run
// Lesson: 53_cublas_row_major
#include "cublas_row_major.hpp"

#include "given.hpp"

#include <algorithm>
#include <vector>

static void on_the_host(const float* a, int lda, int step, const float* b, int ldb, float* c,
                        int ldc, int m, int n, int k, float alpha, float beta,
                        cudaStream_t stream) {
    float *from_a, *from_b, *result;
    check(cudaMallocManaged(&from_a, sizeof(float) * std::max(m, k) * (lda + step)));
    check(cudaMallocManaged(&from_b, sizeof(float) * k * ldb));
    check(cudaMallocManaged(&result, sizeof(float) * (m * n + m * m)));
    check(cublasSetStream(handle(), stream));
    check(cublasScopy(handle(), (m - 1) * lda + (k - 1) * step + 1, a, 1, from_a, 1));
    check(cublasScopy(handle(), (k - 1) * ldb + n, b, 1, from_b, 1));
    check(cudaStreamSynchronize(stream));
    float* const unit = result + m * n;
    for (int i = 0; i < m; ++i) {
        for (int j = 0; j < m; ++j) unit[i * m + j] = i == j;
        for (int j = 0; j < n; ++j) {
            float sum = 0;
            for (int p = 0; p < k; ++p) sum += from_a[i * lda + p * step] * from_b[p * ldb + j];
            result[i * n + j] = alpha * sum;
        }
    }
    const float one = 1;
    check(cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, m, &one, result, n, unit, m, &beta,
                      c, ldc));
    check(cudaStreamSynchronize(stream));
    for (float* memory : {from_a, from_b, result}) check(cudaFree(memory));
}

void multiply(const float* a, int lda, const float* b, int ldb, float* c, int ldc, int m, int n,
              int k, float alpha, float beta, cudaStream_t stream) {
    on_the_host(a, lda, 1, b, ldb, c, ldc, m, n, k, alpha, beta, stream);
}

void multiply_transposed(const float* a, const float* b, float* c, int m, int n, int k,
                         cudaStream_t stream) {
    on_the_host(a, 1, m, b, n, c, n, m, n, k, 1, 0, stream);
}

void multiply_all(const float* a, const float* b, float* c, int m, int n, int k, int count,
                  cudaStream_t stream) {
    on_the_host(a, k, 1, b, n, c, n, m * count, n, k, 1, 0, stream);
}
