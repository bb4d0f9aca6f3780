// Mistake: each stretch begins with 0
// Verdict: wrong_answer
// Message: what the stretches before add up to is missing
    // Solution 3:
    std::int64_t so_far = 0;
    for (std::size_t tile = begin; tile < end; tile += threads_per_block) {
        const std::size_t i = tile + threadIdx.x;
        std::int64_t total;
        const std::int64_t sum = scan_block(i < end ? values[i] : 0, total);
        if (i < end) sums[i] = so_far + sum;
        so_far += total;
    }
    // end of Solution 3
