// Mistake: beta is 1, so that what lay in C is added
// Verdict: wrong_answer
// Message: multiply_all
// Solution 3:
    const float one = 1;
    check(cublasSetStream(handle(), stream));
    check(cublasSgemmStridedBatched(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, 0, a,
                                    k, static_cast<long long>(m) * k, &one, c, n,
                                    static_cast<long long>(m) * n, count));
// end of Solution 3
