// Mistake: one thread of each block adds its counters to those of all
// Verdict: too_much_traffic
// Message: too few threads add the counters
// Only: virtual
    // Solution 5:
    count_together(keys, n, own, bins);
    const int of_block = bins_of_block(bins);
    const int first = cg::this_cluster().block_rank() * of_block;
    if (threadIdx.x > 0) return;
    for (int i = 0; i < of_block && first + i < bins; ++i) atomicAdd(&counts[first + i], own[i]);
    // end of Solution 5
