// Mistake: waits for each launch
// Verdict: requirement
// Message: waited for the device
// Only: virtual
    // Solution 4:
    count_kept(values, n, threshold, work);
    check(cudaDeviceSynchronize());
    scan_counts(work, stretches_for(n), total);
    copy_kept(values, n, threshold, work, kept);
    // end of Solution 4
