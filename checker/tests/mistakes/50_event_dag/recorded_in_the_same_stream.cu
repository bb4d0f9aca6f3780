// Mistake: the event is recorded in the stream that waits for it
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 1:
    const Event here;
    check(cudaEventRecord(here.handle, stream));
    check(cudaStreamWaitEvent(stream, here.handle));
    // end of Solution 1
