// Mistake: the loop ends for each thread at another time, and scan_block has barriers
// Verdict: fault
// Message: barrier
// Only: virtual
    // Solution 2:
    std::int64_t before = 0;
    for (int i = threadIdx.x; i < count; i += threads_per_block) {
        const std::int64_t own = totals[i];
        std::int64_t total;
        const std::int64_t sum = scan_block(own, total);
        totals[i] = before + sum - own;
        before += total;
    }
    // end of Solution 2
