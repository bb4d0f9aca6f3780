// Mistake: one thread scans all totals
// Verdict: requirement
// Message: the threads of a block are to share the totals
// Only: virtual
    // Solution 2:
    if (threadIdx.x > 0) return;
    std::int64_t before = 0;
    for (int i = 0; i < count; ++i) {
        const std::int64_t own = totals[i];
        totals[i] = before;
        before += own;
    }
    // end of Solution 2
