// Mistake: alpha is ignored
// Verdict: wrong_answer
// Message: right without alpha
// Solution 1:
    const float one = 1;
    check(cublasSetStream(handle(), stream));
    check(cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, ldb, a, lda, &beta, c,
                      ldc));
// end of Solution 1
