// Mistake: each block writes one tile
// Verdict: wrong_answer
// Message: scan_stretches: n = 262145
    // Solution 3:
    const std::size_t i = begin + threadIdx.x;
    std::int64_t total;
    const std::int64_t sum = scan_block(i < end ? values[i] : 0, total);
    if (i < end) sums[i] = before[blockIdx.x] + sum;
    // end of Solution 3
