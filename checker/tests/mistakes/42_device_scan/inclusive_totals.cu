// Mistake: the totals are scanned inclusively
// Verdict: wrong_answer
// Message: that is the inclusive sum, with its own total in it
    // Solution 2:
    std::int64_t before = 0;
    for (int first = 0; first < count; first += threads_per_block) {
        const int i = first + static_cast<int>(threadIdx.x);
        std::int64_t total;
        const std::int64_t sum = scan_block(i < count ? totals[i] : 0, total);
        if (i < count) totals[i] = before + sum;
        before += total;
    }
    // end of Solution 2
