// Mistake: A^T B as cuBLAS would have it, by columns
// Verdict: wrong_answer
// Message: lie by columns
// Solution 2:
    const float one = 1, zero = 0;
    check(cublasSetStream(handle(), stream));
    check(cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_T, m, n, k, &one, a, m, b, n, &zero, c, m));
// end of Solution 2
