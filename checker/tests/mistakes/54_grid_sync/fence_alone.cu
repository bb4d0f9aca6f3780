// Mistake: a fence in place of a barrier: it orders, and does not wait
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 3:
    find_peak(x, n, work);
    __threadfence();
    scale(x, n, work, out);
    // end of Solution 3
