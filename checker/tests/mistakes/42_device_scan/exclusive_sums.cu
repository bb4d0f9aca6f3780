// Mistake: the sums are exclusive
// Verdict: wrong_answer
// Message: that is the exclusive sum, without value 0
    // Solution 3:
    std::int64_t so_far = before[blockIdx.x];
    for (std::size_t tile = begin; tile < end; tile += threads_per_block) {
        const std::size_t i = tile + threadIdx.x;
        const std::int64_t own = i < end ? values[i] : 0;
        std::int64_t total;
        const std::int64_t sum = scan_block(own, total);
        if (i < end) sums[i] = so_far + sum - own;
        so_far += total;
    }
    // end of Solution 3
