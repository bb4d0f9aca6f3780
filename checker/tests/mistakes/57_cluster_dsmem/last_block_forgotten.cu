// Mistake: only blocks whose bins are all there add them
// Verdict: wrong_answer
// Message: was counted
// Only: virtual
    // Solution 5:
    count_together(keys, n, own, bins);
    const int of_block = bins_of_block(bins);
    const int first = cg::this_cluster().block_rank() * of_block;
    for (int i = threadIdx.x; i < of_block && first + of_block <= bins; i += threads_per_block) {
        if (own[i] > 0) atomicAdd(&counts[first + i], own[i]);
    }
    // end of Solution 5
