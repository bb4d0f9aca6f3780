// Mistake: a barrier for the block alone
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 3:
    find_peak(x, n, work);
    __syncthreads();
    scale(x, n, work, out);
    // end of Solution 3
