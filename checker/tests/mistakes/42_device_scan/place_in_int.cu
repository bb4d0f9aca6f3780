// Mistake: the place of a value is an int
// Verdict: wrong_answer
// Message: more than 32 bits can count
// Only: virtual
    // Solution 3:
    std::int64_t so_far = before[blockIdx.x];
    for (int tile = static_cast<int>(begin); tile < static_cast<int>(end); tile += threads_per_block) {
        const int i = tile + static_cast<int>(threadIdx.x);
        std::int64_t total;
        const std::int64_t sum = scan_block(i < static_cast<int>(end) ? values[i] : 0, total);
        if (i < static_cast<int>(end)) sums[i] = so_far + sum;
        so_far += total;
    }
    // end of Solution 3
