// Mistake: the first block goes through the array, the others watch
// Verdict: requirement
// Message: some blocks or warps do the work of the others
// Only: virtual
    // Solution 1
    for (std::size_t k = threadIdx.x; blockIdx.x == 0 && k < n; k += blockDim.x) {
        out[k] = x[k] + y[k];
    }
    // end of Solution 1
