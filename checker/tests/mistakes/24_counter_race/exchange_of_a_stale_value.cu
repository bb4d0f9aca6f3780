// Mistake: the write is atomic, the read before it is a step of its own
// Verdict: fault
// Message: Race reported
    // Solution 1
    atomicExch(counter, *counter + 1);
    // end of Solution 1
