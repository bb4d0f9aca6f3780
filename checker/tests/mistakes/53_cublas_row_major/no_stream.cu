// Mistake: the handle works in the default stream
// Verdict: fault
// Message: Race reported
// Only: virtual
// Solution 1:
    check(cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha, b, ldb, a, lda, &beta, c,
                      ldc));
// end of Solution 1
