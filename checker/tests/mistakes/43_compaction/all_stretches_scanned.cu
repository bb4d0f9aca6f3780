// Mistake: scans as many counts as there may be
// Verdict: wrong_answer
// Message: *total is
    // Solution 4:
    count_kept(values, n, threshold, work);
    scan_counts(work, most_stretches, total);
    copy_kept(values, n, threshold, work, kept);
    // end of Solution 4
