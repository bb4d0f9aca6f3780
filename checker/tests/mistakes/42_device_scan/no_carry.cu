// Mistake: each round begins anew
// Verdict: wrong_answer
// Message: what the totals before number 256 add up to is missing
    // Solution 2:
    for (int first = 0; first < count; first += threads_per_block) {
        const int i = first + static_cast<int>(threadIdx.x);
        const std::int64_t own = i < count ? totals[i] : 0;
        std::int64_t total;
        const std::int64_t sum = scan_block(own, total);
        if (i < count) totals[i] = sum - own;
    }
    // end of Solution 2
