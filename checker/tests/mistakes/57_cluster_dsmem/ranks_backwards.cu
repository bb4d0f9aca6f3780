// Mistake: the last block has the first bins
// Verdict: wrong_answer
// Message: the place of bin
// Only: virtual
    // Solution 3:
    const auto cluster = cg::this_cluster();
    return cluster.map_shared_rank(own + bin % of_block, cluster.num_blocks() - 1 - bin / of_block);
    // end of Solution 3
