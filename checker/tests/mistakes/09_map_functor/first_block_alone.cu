// Mistake: the first of many blocks goes through the array, the others watch
// Verdict: requirement
// Message: one warp or block does the work of the others
// Only: virtual
    // Solution 1
    for (std::size_t i = threadIdx.x; blockIdx.x == 0 && i < n; i += blockDim.x) {
        out[i] = op(in[i]...);
    }
    // end of Solution 1
