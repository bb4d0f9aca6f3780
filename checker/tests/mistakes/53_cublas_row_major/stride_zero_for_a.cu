// Mistake: the stride 0 stands with A
// Verdict: wrong_answer
// Message: each C_i is A_0 B
// Solution 3:
    const float one = 1, zero = 0;
    check(cublasSetStream(handle(), stream));
    check(cublasSgemmStridedBatched(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, 0, a,
                                    k, 0, &zero, c, n, static_cast<long long>(m) * n, count));
// end of Solution 3
