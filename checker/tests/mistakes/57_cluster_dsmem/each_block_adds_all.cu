// Mistake: each block adds the bins of the whole cluster
// Verdict: wrong_answer
// Message: each block of the cluster has brought it
// Only: virtual
    // Solution 5:
    count_together(keys, n, own, bins);
    const int of_block = bins_of_block(bins);
    for (int k = threadIdx.x; k < bins; k += threads_per_block) {
        atomicAdd(&counts[k], *place_of(own, k, of_block));
    }
    cg::this_cluster().sync();
    // end of Solution 5
