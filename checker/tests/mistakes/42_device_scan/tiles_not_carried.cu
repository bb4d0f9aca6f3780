// Mistake: each tile begins with what comes before the stretch
// Verdict: wrong_answer
// Message: the tiles before in its stretch are missing
    // Solution 3:
    for (std::size_t tile = begin; tile < end; tile += threads_per_block) {
        const std::size_t i = tile + threadIdx.x;
        std::int64_t total;
        const std::int64_t sum = scan_block(i < end ? values[i] : 0, total);
        if (i < end) sums[i] = before[blockIdx.x] + sum;
    }
    // end of Solution 3
