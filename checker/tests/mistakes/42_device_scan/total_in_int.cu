// Mistake: adds up the stretch in an int
// Verdict: wrong_answer
// Message: Is a sum kept in 32 bits on the way?
    // Solution 1:
    int own = 0;
    for (std::size_t i = begin + threadIdx.x; i < end; i += threads_per_block) own += values[i];
    std::int64_t total;
    scan_block(own, total);
    if (threadIdx.x == 0) totals[blockIdx.x] = static_cast<int>(total);
    // end of Solution 1
