// Mistake: the status of the product is not looked at
// Verdict: requirement
// Message: run_multiply
// Only: virtual
// Solution 1:
    check(cublasSetStream(handle(), stream));
    cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha, b, ldb, a, lda, &beta, c, ldc);
// end of Solution 1
