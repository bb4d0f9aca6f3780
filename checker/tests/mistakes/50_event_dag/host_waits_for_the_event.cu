// Mistake: the host waits for the event
// Verdict: requirement
// Message: the host waited (cudaEventSynchronize
    // Solution 1:
    (void)stream;
    const Event here;
    check(cudaEventRecord(here.handle, other));
    check(cudaEventSynchronize(here.handle));
    // end of Solution 1
