// Mistake: launches a kernel though there are no values
// Verdict: requirement
// Message: scan: n = 0
    // Solution 4:
    stretch_totals(values, n, work);
    scan_totals(work, static_cast<int>(blocks_for(n)));
    scan_stretches(values, n, work, sums);
    // end of Solution 4
