// Mistake: each thread carries on its own sum, not the total of the tile
// Verdict: wrong_answer
// Message: scan_stretches: n = 262145
    // Solution 3:
    std::int64_t so_far = before[blockIdx.x];
    for (std::size_t tile = begin; tile < end; tile += threads_per_block) {
        const std::size_t i = tile + threadIdx.x;
        std::int64_t total;
        const std::int64_t sum = scan_block(i < end ? values[i] : 0, total);
        if (i < end) sums[i] = so_far + sum;
        so_far += sum;
    }
    // end of Solution 3
