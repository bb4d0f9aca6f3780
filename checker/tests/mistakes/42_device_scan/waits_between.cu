// Mistake: waits for each launch
// Verdict: requirement
// Message: waited for the device
// Only: virtual
    // Solution 4:
    if (n == 0) return;
    stretch_totals(values, n, work);
    check(cudaDeviceSynchronize());
    scan_totals(work, static_cast<int>(blocks_for(n)));
    scan_stretches(values, n, work, sums);
    // end of Solution 4
