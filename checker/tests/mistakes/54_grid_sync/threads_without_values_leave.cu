// Mistake: threads without values do not come to the barrier
// Verdict: fault
// Message: Uninitialized __shared__
// Only: virtual
    // Solution 3:
    if (std::size_t{blockIdx.x} * threads_per_block + threadIdx.x >= n) return;
    find_peak(x, n, work);
    cooperative_groups::this_grid().sync();
    scale(x, n, work, out);
    // end of Solution 3
