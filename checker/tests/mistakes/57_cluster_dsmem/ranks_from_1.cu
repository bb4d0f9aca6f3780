// Mistake: ranks counted from 1
// Verdict: fault
// Message: but the cluster has 1 block, from 0
// Only: virtual
    // Solution 3:
    return cg::this_cluster().map_shared_rank(own + bin % of_block, bin / of_block + 1);
    // end of Solution 3
