// Mistake: one thread of each block comes to the barrier
// Verdict: fault
// Message: Divergent thread(s) in warp
// Only: virtual
    // Solution 3:
    find_peak(x, n, work);
    if (threadIdx.x == 0) cooperative_groups::this_grid().sync();
    scale(x, n, work, out);
    // end of Solution 3
