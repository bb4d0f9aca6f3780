// Mistake: beta is ignored
// Verdict: wrong_answer
// Message: right without beta
// Solution 1:
    const float zero = 0;
    check(cublasSetStream(handle(), stream));
    check(cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha, b, ldb, a, lda, &zero, c,
                      ldc));
// end of Solution 1
