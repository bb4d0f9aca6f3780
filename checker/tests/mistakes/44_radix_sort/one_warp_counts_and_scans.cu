// Mistake: the first warp of a block counts all keys of its stretch, and scans the row of counts
// Verdict: requirement
// Message: all threads of a block are to count keys of its stretch
// Message: all threads of a block are to take counts of its row
// Only: virtual
    // Solution 1
    bins[d] = 0;
    __syncthreads();
    for (int i = begin + d; d < warp_size && i < end; i += warp_size) {
        atomicAdd(&bins[digit_of(ordered(keys[i]), shift)], 1);
    }
    __syncthreads();
    counts[d * gridDim.x + blockIdx.x] = bins[d];
    // end of Solution 1
    // Solution 2
    if (threadIdx.x >= warp_size) return;
    int before = 0;
    for (int b = threadIdx.x; b - static_cast<int>(threadIdx.x) < blocks; b += warp_size) {
        const int own = b < blocks ? row[b] : 0;
        int sum = own;
        for (int distance = 1; distance < warp_size; distance *= 2) {
            const int left = __shfl_up_sync(all_lanes, sum, distance);
            if (threadIdx.x >= distance) sum += left;
        }
        if (b < blocks) row[b] = before + sum - own;
        before += __shfl_sync(all_lanes, sum, warp_size - 1);
    }
    if (threadIdx.x == 0) totals[blockIdx.x] = before;
    // end of Solution 2
