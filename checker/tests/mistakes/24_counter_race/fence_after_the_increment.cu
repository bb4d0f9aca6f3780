// Mistake: a fence does not make one step of three
// Verdict: fault
// Message: Race reported
    // Solution 1
    *counter += 1;
    __threadfence();
    // end of Solution 1
