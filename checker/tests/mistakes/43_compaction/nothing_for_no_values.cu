// Mistake: returns at once if there are no values
// Verdict: wrong_answer
// Message: *total was not written; it is 0
    // Solution 4:
    if (n == 0) return;
    count_kept(values, n, threshold, work);
    scan_counts(work, stretches_for(n), total);
    copy_kept(values, n, threshold, work, kept);
    // end of Solution 4
