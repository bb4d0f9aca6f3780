// Mistake: the host waits for the whole device
// Verdict: requirement
// Message: the host waited (cudaDeviceSynchronize
    // Solution 1:
    (void)stream, (void)other;
    check(cudaDeviceSynchronize());
    // end of Solution 1
