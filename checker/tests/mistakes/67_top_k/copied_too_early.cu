// Mistake: no barrier before the kept entries go to the front
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 4:
    __shared__ Entry kept[most_k];
    __shared__ int kept_count;
    if (t == 0) kept_count = 0;
    __syncthreads();
    for (int i = t; i < count; i += threads_per_block) {
        if (entries[i] >= smallest) kept[atomicAdd(&kept_count, 1)] = entries[i];
    }
    if (t < k) entries[t] = kept[t];
    // end of Solution 4
