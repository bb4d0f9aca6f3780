// Mistake: cuBLAS transposes A first, into memory of its own
// Verdict: requirement
// Message: one call is to do it
// Only: virtual
// Solution 2:
    float* flipped;
    const float one = 1, zero = 0;
    check(cudaMallocAsync(&flipped, sizeof(float) * m * k, stream));
    check(cublasSetStream(handle(), stream));
    check(cublasSgeam(handle(), CUBLAS_OP_T, CUBLAS_OP_N, k, m, &one, a, m, &zero, flipped, k, flipped, k));
    check(cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, flipped, k, &zero, c, n));
    check(cudaFreeAsync(flipped, stream));
// end of Solution 2
