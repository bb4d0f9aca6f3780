// Mistake: the leading dimension of A is that of its transpose
// Verdict: fault
// Message: multiply_transposed
// Only: virtual
// Solution 2:
    const float one = 1, zero = 0;
    check(cublasSetStream(handle(), stream));
    check(cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_T, n, m, k, &one, b, n, a, k > m ? k : m,
                      &zero, c, n));
// end of Solution 2
