// Mistake: goes on to the end of the array
// Verdict: wrong_answer
// Message: the sum of values 0 to 256; expected is the sum of values 0 to 255
    // Solution 1:
    std::int64_t own = 0;
    for (std::size_t i = begin + threadIdx.x; i < n; i += threads_per_block) own += values[i];
    std::int64_t total;
    scan_block(own, total);
    if (threadIdx.x == 0) totals[blockIdx.x] = total;
    // end of Solution 1
