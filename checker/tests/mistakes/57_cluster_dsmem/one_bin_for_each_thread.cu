// Mistake: bins beyond the 256th of a block are not added
// Verdict: wrong_answer
// Message: was counted
// Only: virtual
    // Solution 5:
    count_together(keys, n, own, bins);
    const int of_block = bins_of_block(bins);
    const int first = cg::this_cluster().block_rank() * of_block;
    if (const int i = threadIdx.x; i < of_block && first + i < bins) {
        if (own[i] > 0) atomicAdd(&counts[first + i], own[i]);
    }
    // end of Solution 5
