// Mistake: the length of a row for the distance of rows
// Verdict: wrong_answer
// Message: multiply, m = 5, n = 7, k = 6
// Solution 1:
    check(cublasSetStream(handle(), stream));
    check(cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha, b, n, a, k, &beta, c, n));
// end of Solution 1
