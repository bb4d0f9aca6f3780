// Mistake: the first block scales all records
// Verdict: requirement
// Message: the threads are to share the records evenly
// Only: virtual
    // Solution 2
    if (blockIdx.x > 0) return;
    for (std::size_t i = threadIdx.x; i < n; i += blockDim.x) records[i * fields + field] *= factor;
    // end of Solution 2
