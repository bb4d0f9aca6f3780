// Mistake: the second launch is told the number of values
// Verdict: fault
// Message: scan: n = 
// Only: virtual
    // Solution 4:
    stretch_totals(values, n, work);
    scan_totals(work, static_cast<int>(n));
    scan_stretches(values, n, work, sums);
    // end of Solution 4
