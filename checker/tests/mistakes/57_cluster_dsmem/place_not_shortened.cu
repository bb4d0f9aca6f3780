// Mistake: the bin's number is the place
// Verdict: fault
// Message: this would be own[32]
// Only: virtual
    // Solution 3:
    return cg::this_cluster().map_shared_rank(own + bin, bin / of_block);
    // end of Solution 3
