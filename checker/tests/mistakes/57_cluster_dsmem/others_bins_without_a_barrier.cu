// Mistake: bins of other blocks are read, and no barrier follows
// Verdict: fault
// Message: and the end of block
// Only: virtual
    // Solution 5:
    count_together(keys, n, own, bins);
    const auto cluster = cg::this_cluster();
    const int of_block = bins_of_block(bins);
    const int step = cluster.num_blocks() * threads_per_block;
    for (int k = cluster.thread_rank(); k < bins; k += step) {
        const unsigned count = *place_of(own, k, of_block);
        if (count != 0) atomicAdd(counts + k, count);
    }
    // end of Solution 5
