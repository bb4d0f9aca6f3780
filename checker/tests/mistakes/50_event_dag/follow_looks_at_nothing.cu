// Mistake: what CUDA says of the event and of the wait is not looked at
// Verdict: requirement
// Message: run_follow() returned as if nothing had happened
// Only: virtual
    // Solution 1:
    const Event here;
    cudaEventRecord(here.handle, other);
    cudaStreamWaitEvent(stream, here.handle);
    // end of Solution 1
