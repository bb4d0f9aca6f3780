// Mistake: an event at each call, never destroyed
// Verdict: requirement
// Message: left behind an event
// Only: virtual
    // Solution 3:
    cudaEvent_t done = nullptr;
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaEventRecord(done, stream);
    return cudaEventSynchronize(done);
    // end of Solution 3
