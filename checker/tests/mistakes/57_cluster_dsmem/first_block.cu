// Mistake: all bins in the first block
// Verdict: wrong_answer
// Message: the place of bin
// Only: virtual
    // Solution 3:
    return cg::this_cluster().map_shared_rank(own + bin % of_block, 0);
    // end of Solution 3
