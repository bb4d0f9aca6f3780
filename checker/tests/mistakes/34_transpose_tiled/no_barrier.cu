// Mistake: no barrier between filling the tile and reading it
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 3
    // end of Solution 3
