// Mistake: what is carried on is the total of the last round, not of all
// Verdict: wrong_answer
// Message: what the totals before number 256 add up to is missing
    // Solution 2:
    std::int64_t before = 0;
    for (int first = 0; first < count; first += threads_per_block) {
        const int i = first + static_cast<int>(threadIdx.x);
        const std::int64_t own = i < count ? totals[i] : 0;
        std::int64_t total;
        const std::int64_t sum = scan_block(own, total);
        if (i < count) totals[i] = before + sum - own;
        before = total;
    }
    // end of Solution 2
