// Mistake: bins go to the blocks in turns
// Verdict: wrong_answer
// Message: the place of bin
// Only: virtual
    // Solution 3:
    const auto cluster = cg::this_cluster();
    return cluster.map_shared_rank(own + bin / cluster.num_blocks(), bin % cluster.num_blocks());
    // end of Solution 3
