// Mistake: scans 256 totals and no more
// Verdict: wrong_answer
// Message: totals[256] became
    // Solution 2:
    const int i = threadIdx.x;
    const std::int64_t own = i < count ? totals[i] : 0;
    std::int64_t total;
    const std::int64_t sum = scan_block(own, total);
    if (i < count) totals[i] = sum - own;
    // end of Solution 2
