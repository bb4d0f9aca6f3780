// Mistake: the event is never destroyed
// Verdict: requirement
// Message: left behind
// Only: virtual
    // Solution 1:
    struct { cudaEvent_t handle; } here;
    check(cudaEventCreateWithFlags(&here.handle, cudaEventDisableTiming));
    check(cudaEventRecord(here.handle, other));
    check(cudaStreamWaitEvent(stream, here.handle));
    // end of Solution 1
