// Mistake: the carry is an int
// Verdict: wrong_answer
// Message: scan_totals: count = 257
    // Solution 2:
    int before = 0;
    for (int first = 0; first < count; first += threads_per_block) {
        const int i = first + static_cast<int>(threadIdx.x);
        const std::int64_t own = i < count ? totals[i] : 0;
        std::int64_t total;
        const std::int64_t sum = scan_block(own, total);
        if (i < count) totals[i] = before + sum - own;
        before += static_cast<int>(total);
    }
    // end of Solution 2
