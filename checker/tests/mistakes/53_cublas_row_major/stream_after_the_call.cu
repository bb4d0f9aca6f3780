// Mistake: the stream is set when the work is on its way
// Verdict: fault
// Message: Race reported
// Only: virtual
// Solution 3:
    const float one = 1, zero = 0;
    check(cublasSgemmStridedBatched(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, 0, a,
                                    k, static_cast<long long>(m) * k, &zero, c, n,
                                    static_cast<long long>(m) * n, count));
    check(cublasSetStream(handle(), stream));
// end of Solution 3
