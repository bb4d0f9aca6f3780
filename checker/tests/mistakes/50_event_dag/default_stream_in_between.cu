// Mistake: something in the default stream orders everything with everything
// Verdict: requirement
// Message: later than it could
// Only: virtual
    // Solution 1:
    const Event here;
    (void)other;
    check(cudaEventRecord(here.handle, cudaStreamLegacy));
    check(cudaStreamWaitEvent(stream, here.handle));
    // end of Solution 1
