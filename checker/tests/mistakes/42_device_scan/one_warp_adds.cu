// Mistake: the first warp of a block adds up its stretch
// Verdict: requirement
// Message: all threads of a block are to take values of its stretch
// Only: virtual
    // Solution 1:
    std::int64_t own = 0;
    for (std::size_t i = begin + threadIdx.x; threadIdx.x < 32 && i < end; i += 32) own += values[i];
    std::int64_t total;
    scan_block(own, total);
    if (threadIdx.x == 0) totals[blockIdx.x] = total;
    // end of Solution 1
