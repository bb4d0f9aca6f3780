// Mistake: waits for the product
// Verdict: requirement
// Message: wait
// Only: virtual
// Solution 1:
    check(cublasSetStream(handle(), stream));
    check(cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha, b, ldb, a, lda, &beta, c,
                      ldc));
    check(cudaStreamSynchronize(stream));
// end of Solution 1
