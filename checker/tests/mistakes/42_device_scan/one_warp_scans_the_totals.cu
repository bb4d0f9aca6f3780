// Mistake: the first warp of the block scans all totals
// Verdict: requirement
// Message: all 256 threads of the block are to take totals
// Only: virtual
    // Solution 2:
    if (threadIdx.x >= 32) return;
    std::int64_t before = 0;
    for (int first = 0; first < count; first += 32) {
        const int i = first + static_cast<int>(threadIdx.x);
        const std::int64_t own = i < count ? totals[i] : 0;
        std::int64_t sum = own;
        for (int distance = 1; distance < 32; distance *= 2) {
            const std::int64_t left = __shfl_up_sync(0xffffffff, sum, distance);
            if (threadIdx.x >= distance) sum += left;
        }
        if (i < count) totals[i] = before + sum - own;
        before += __shfl_sync(0xffffffff, sum, 31);
    }
    // end of Solution 2
