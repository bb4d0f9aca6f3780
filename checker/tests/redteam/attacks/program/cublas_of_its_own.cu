// Attack: functions of cuBLAS by its own hand, which the loader takes before the library's, and a kernel named as there
// Verdict: requirement
// Stage: program
// Lesson: 53_cublas_row_major
#include "cublas_row_major.hpp"

#include "given.hpp"

extern "C" __global__ void cublas_sgemm(int m, int n, int k, float alpha, const float* a, int lda,
                                        const float* b, int ldb, bool transposed, float beta,
                                        float* c, int ldc, long long stride_b, long long stride_c) {
    b += blockIdx.z * stride_b;
    c += blockIdx.z * stride_c;
    for (int at = blockIdx.x * blockDim.x + threadIdx.x; at < m * n; at += gridDim.x * blockDim.x) {
        const int i = at % m, j = at / m;
        float sum = 0;
        for (int p = 0; p < k; ++p)
            sum += a[i + p * lda] * (transposed ? b[j + p * ldb] : b[p + j * ldb]);
        float& to = c[i + j * ldc];
        to = alpha * sum + (beta != 0 ? beta * to : 0);
    }
}

static cudaStream_t current = nullptr;

extern "C" cublasStatus_t cublasSetStream_v2(cublasHandle_t, cudaStream_t stream) {
    current = stream;
    return CUBLAS_STATUS_SUCCESS;
}

extern "C" cublasStatus_t cublasSgemmStridedBatched(cublasHandle_t, cublasOperation_t,
                                                    cublasOperation_t op, int m, int n, int k,
                                                    const float* alpha, const float* a, int lda,
                                                    long long, const float* b, int ldb,
                                                    long long stride_b, const float* beta, float* c,
                                                    int ldc, long long stride_c, int count) {
    cublas_sgemm<<<dim3((m * n + 255) / 256, 1, count), 256, 0, current>>>(
        m, n, k, *alpha, a, lda, b, ldb, op != CUBLAS_OP_N, *beta, c, ldc, stride_b, stride_c);
    return cudaPeekAtLastError() == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                                : CUBLAS_STATUS_EXECUTION_FAILED;
}

void multiply(const float* a, int lda, const float* b, int ldb, float* c, int ldc, int m, int n,
              int k, float alpha, float beta, cudaStream_t stream) {
    check(cublasSetStream(handle(), stream));
    check(cublasSgemmStridedBatched(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha, b, ldb, 0,
                                    a, lda, 0, &beta, c, ldc, 0, 1));
}

void multiply_transposed(const float* a, const float* b, float* c, int m, int n, int k,
                         cudaStream_t stream) {
    const float one = 1, zero = 0;
    check(cublasSetStream(handle(), stream));
    check(cublasSgemmStridedBatched(handle(), CUBLAS_OP_N, CUBLAS_OP_T, n, m, k, &one, b, n, 0, a,
                                    m, 0, &zero, c, n, 0, 1));
}

void multiply_all(const float* a, const float* b, float* c, int m, int n, int k, int count,
                  cudaStream_t stream) {
    const float one = 1, zero = 0;
    check(cublasSetStream(handle(), stream));
    check(cublasSgemmStridedBatched(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, 0, a,
                                    k, 1LL * m * k, &zero, c, n, 1LL * m * n, count));
}
