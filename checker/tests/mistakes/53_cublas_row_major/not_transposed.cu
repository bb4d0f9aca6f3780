// Mistake: A B, and not the transpose of A
// Verdict: wrong_answer
// Message: that is A B: A is to be transposed
// Solution 2:
    const float one = 1, zero = 0;
    check(cublasSetStream(handle(), stream));
    check(cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n));
// end of Solution 2
