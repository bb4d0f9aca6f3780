// Mistake: the stream waits for an event that is recorded afterwards: no wait at all
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 1:
    const Event here;
    check(cudaStreamWaitEvent(stream, here.handle));
    check(cudaEventRecord(here.handle, other));
    // end of Solution 1
