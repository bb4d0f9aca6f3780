// Mistake: adds a value that was read before
// Verdict: fault
// Message: Race reported
    // Solution 1
    atomicAdd(counter, *counter + 1);
    // end of Solution 1
