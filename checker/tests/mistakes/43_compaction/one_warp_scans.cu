// Mistake: the first warp of the block scans all counts
// Verdict: requirement
// Message: all 1024 threads of the block are to take counts
// Only: virtual
    // Solution 2:
    if (threadIdx.x >= warp_size) return;
    int before = 0;
    for (int first = 0; first < stretches; first += warp_size) {
        const int s = first + static_cast<int>(threadIdx.x);
        const int own = s < stretches ? counts[s] : 0;
        int sum = own;
        for (int distance = 1; distance < warp_size; distance *= 2) {
            const int left = __shfl_up_sync(all_lanes, sum, distance);
            if (threadIdx.x >= distance) sum += left;
        }
        if (s < stretches) counts[s] = before + sum - own;
        before += __shfl_sync(all_lanes, sum, warp_size - 1);
    }
    if (threadIdx.x == 0) *total = before;
    // end of Solution 2
