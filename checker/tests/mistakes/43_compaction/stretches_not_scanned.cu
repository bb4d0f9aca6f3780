// Mistake: the second launch scans one count too few
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 4:
    count_kept(values, n, threshold, work);
    scan_counts(work, max(0, stretches_for(n) - 1), total);
    copy_kept(values, n, threshold, work, kept);
    // end of Solution 4
