// Mistake: each thread takes one value of the stretch
// Verdict: wrong_answer
// Message: the sum of values 0 to 255; expected is the sum of values 0 to 511
    // Solution 1:
    const std::size_t i = begin + threadIdx.x;
    std::int64_t total;
    scan_block(i < end ? values[i] : 0, total);
    if (threadIdx.x == 0) totals[blockIdx.x] = total;
    // end of Solution 1
