// Mistake: the first block takes all triangles, the others watch
// Verdict: requirement
// Message: some warps do the work of the others
// Only: virtual
    // Solution 2
    for (std::size_t i = threadIdx.x; blockIdx.x == 0 && i < count; i += blockDim.x) {
        out[i] = safe_hypot(a[i], b[i]);
    }
    // end of Solution 2
