// Mistake: the barrier stands before both phases
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 3:
    cooperative_groups::this_grid().sync();
    find_peak(x, n, work);
    scale(x, n, work, out);
    // end of Solution 3
