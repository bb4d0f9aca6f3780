// Mistake: entries are moved to the front where others are still read
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 4:
    __shared__ int kept_count;
    if (t == 0) kept_count = 0;
    __syncthreads();
    for (int i = t; i < count; i += threads_per_block) {
        if (entries[i] >= smallest) entries[atomicAdd(&kept_count, 1)] = entries[i];
    }
    __syncthreads();
    // end of Solution 4
