// Mistake: the rest says the block, the quotient the place
// Verdict: fault
// Message: but the cluster has 1 block
// Only: virtual
    // Solution 3:
    return cg::this_cluster().map_shared_rank(own + bin / of_block, bin % of_block);
    // end of Solution 3
