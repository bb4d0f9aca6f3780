// Mistake: the length of a row for the distance of rows
// Verdict: wrong_answer
// Message: multiply, m = 8, n = 8, k = 8, lda = 9, ldb = 10, ldc = 11
// Solution 1:
    check(cublasSetStream(handle(), stream));
    check(cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha, b, n, a, k, &beta, c, n));
// end of Solution 1
