// Mistake: no barrier between filling the tile and reading it
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 2
    // end of Solution 2
