// Mistake: asks for the transposes of both, so that C lies by columns
// Verdict: wrong_answer
// Message: lie by columns
// Solution 1:
    check(cublasSetStream(handle(), stream));
    check(cublasSgemm(handle(), CUBLAS_OP_T, CUBLAS_OP_T, m, n, k, &alpha, a, lda, b, ldb, &beta, c,
                      m > ldc ? m : ldc));
// end of Solution 1
