// Mistake: the barrier stands behind both phases
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 3:
    find_peak(x, n, work);
    scale(x, n, work, out);
    cooperative_groups::this_grid().sync();
    // end of Solution 3
