// Mistake: reads, adds and writes back in three steps
// Verdict: fault
// Message: Race reported
    // Solution 1
    *counter += 1;
    // end of Solution 1
