// Mistake: the other stream waits for this one
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 1:
    const Event here;
    check(cudaEventRecord(here.handle, stream));
    check(cudaStreamWaitEvent(other, here.handle));
    // end of Solution 1
