// Mistake: counters without a bin are added behind the array
// Verdict: fault
// Message: this would be counts[41], and counts has 41 elements
// Only: virtual
    // Solution 5:
    count_together(keys, n, own, bins);
    const int of_block = bins_of_block(bins);
    const int first = cg::this_cluster().block_rank() * of_block;
    for (int i = threadIdx.x; i < of_block; i += threads_per_block) {
        atomicAdd(&counts[first + i], own[i]);
    }
    // end of Solution 5
