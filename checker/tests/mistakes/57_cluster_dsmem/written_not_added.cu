// Mistake: the last cluster's counts alone
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 5:
    count_together(keys, n, own, bins);
    const int of_block = bins_of_block(bins);
    const int first = cg::this_cluster().block_rank() * of_block;
    for (int i = threadIdx.x; i < of_block && first + i < bins; i += threads_per_block) {
        counts[first + i] = own[i];
    }
    // end of Solution 5
