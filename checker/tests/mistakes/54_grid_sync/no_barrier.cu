// Mistake: no barrier
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 3:
    find_peak(x, n, work);
    scale(x, n, work, out);
    // end of Solution 3
