// Mistake: a stride for B, of which there is one
// Verdict: fault
// Message: multiply_all
// Only: virtual
// Solution 3:
    const float one = 1, zero = 0;
    check(cublasSetStream(handle(), stream));
    check(cublasSgemmStridedBatched(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
                                    static_cast<long long>(k) * n, a, k,
                                    static_cast<long long>(m) * k, &zero, c, n,
                                    static_cast<long long>(m) * n, count));
// end of Solution 3
