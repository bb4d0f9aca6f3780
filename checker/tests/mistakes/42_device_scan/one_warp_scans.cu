// Mistake: the first warp of a block makes all of its sums
// Verdict: requirement
// Message: all threads of a block are to make sums of its stretch
// Only: virtual
    // Solution 3:
    if (threadIdx.x >= 32) return;
    std::int64_t so_far = before[blockIdx.x];
    for (std::size_t row = begin; row < end; row += 32) {
        const std::size_t i = row + threadIdx.x;
        std::int64_t sum = i < end ? values[i] : 0;
        for (int distance = 1; distance < 32; distance *= 2) {
            const std::int64_t left = __shfl_up_sync(0xffffffff, sum, distance);
            if (threadIdx.x >= distance) sum += left;
        }
        if (i < end) sums[i] = so_far + sum;
        so_far += __shfl_sync(0xffffffff, sum, 31);
    }
    // end of Solution 3
