// Mistake: the bin's number is the place
// Verdict: fault
// Message: 
// Only: virtual
    // Solution 3:
    return cg::this_cluster().map_shared_rank(own + bin, bin / of_block);
    // end of Solution 3
