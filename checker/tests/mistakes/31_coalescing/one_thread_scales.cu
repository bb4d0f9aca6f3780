// Mistake: the first thread of a block scales all of its records
// Verdict: requirement
// Message: a warp reads for few of its lanes at a time
// Only: virtual
    // Solution 2
    if (threadIdx.x == 0) {
        for (unsigned t = 0; t < blockDim.x; ++t) {
            const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + t;
            if (i < n) records[i * fields + field] *= factor;
        }
    }
    // end of Solution 2
