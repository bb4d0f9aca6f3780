// Mistake: makes a handle for each call; to destroy it, cuBLAS waits
// Verdict: requirement
// Message: wait
// Only: virtual
// Solution 1:
    cublasHandle_t own;
    check(cublasCreate(&own));
    check(cublasSetStream(own, stream));
    const cublasStatus_t status = cublasSgemm(own, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha, b,
                                              ldb, a, lda, &beta, c, ldc);
    check(cublasDestroy(own));
    check(status);
// end of Solution 1
