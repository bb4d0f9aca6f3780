// Mistake: thread 0 of each block makes all sums
// Verdict: requirement
// Message: neighbouring threads are to read neighbouring values
// Only: virtual
    // Solution 3:
    if (threadIdx.x == 0) {
        std::int64_t sum = before[blockIdx.x];
        for (std::size_t i = begin; i < end; ++i) sums[i] = sum += values[i];
    }
    // end of Solution 3
