// Mistake: one event for all calls, never destroyed
// Verdict: requirement
// Message: left behind
// Only: virtual
    // Solution 1:
    static const Event& here = *new Event;
    check(cudaEventRecord(here.handle, other));
    check(cudaStreamWaitEvent(stream, here.handle));
    // end of Solution 1
