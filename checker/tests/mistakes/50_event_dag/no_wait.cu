// Mistake: the event is recorded, and nothing waits for it
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 1:
    const Event here;
    check(cudaEventRecord(here.handle, other));
    // end of Solution 1
