// Mistake: makes a handle for each call, and destroys none
// Verdict: requirement
// Message: makes a handle of cuBLAS
// Only: virtual
// Solution 1:
    cublasHandle_t own;
    check(cublasCreate(&own));
    check(cublasSetStream(own, stream));
    check(cublasSgemm(own, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha, b, ldb, a, lda, &beta, c,
                      ldc));
// end of Solution 1
