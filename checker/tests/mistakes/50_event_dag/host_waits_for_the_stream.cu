// Mistake: the host waits for the other stream
// Verdict: requirement
// Message: the host waited (cudaStreamSynchronize
    // Solution 1:
    (void)stream;
    check(cudaStreamSynchronize(other));
    // end of Solution 1
