// Mistake: nothing is ordered
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 1:
    (void)stream, (void)other;
    // end of Solution 1
