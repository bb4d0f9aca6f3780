// Mistake: one bin more for each block
// Verdict: fault
// Message: out of bounds
// Only: virtual
    // Solution 3:
    return cg::this_cluster().map_shared_rank(own + bin % (of_block + 1), bin / (of_block + 1));
    // end of Solution 3
