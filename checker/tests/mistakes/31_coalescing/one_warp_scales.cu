// Mistake: the first warp of a block scales all of its records
// Verdict: requirement
// Message: the threads are to share the records evenly
// Only: virtual
    // Solution 2
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x;
    for (unsigned t = threadIdx.x; threadIdx.x < 32 && t < blockDim.x; t += 32) {
        if (first + t < n) records[(first + t) * fields + field] *= factor;
    }
    // end of Solution 2
