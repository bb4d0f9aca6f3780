// Mistake: A first, as it is written
// Verdict: wrong_answer
// Message: that is B A, not A B
// Solution 1:
    check(cublasSetStream(handle(), stream));
    check(cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, a, lda, b, ldb, &beta, c,
                      ldc));
// end of Solution 1
