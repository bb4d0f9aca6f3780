// Mistake: the block's number in the grid in place of its rank
// Verdict: wrong_answer
// Message: was counted
// Only: virtual
    // Solution 5:
    count_together(keys, n, own, bins);
    const int of_block = bins_of_block(bins);
    const int first = blockIdx.x * of_block;
    for (int i = threadIdx.x; i < of_block && first + i < bins; i += threads_per_block) {
        if (own[i] > 0) atomicAdd(&counts[first + i], own[i]);
    }
    // end of Solution 5
