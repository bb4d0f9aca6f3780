// Mistake: the second launch is missing
// Verdict: wrong_answer
// Message: scan: n = 256
    // Solution 4:
    stretch_totals(values, n, work);
    scan_stretches(values, n, work, sums);
    // end of Solution 4
