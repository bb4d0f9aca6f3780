// Mistake: in order, but each thread reads a stretch of its own
// Verdict: too_much_traffic
// Message: neighbouring threads are to read neighbouring values
// Only: virtual
    // Solution 2
    const std::size_t tiles = (n + threads_per_block - 1) / threads_per_block;
    const std::size_t run = (tiles + gridDim.x - 1) / gridDim.x;
    const std::size_t begin = (std::size_t{blockIdx.x} * threads_per_block + threadIdx.x) * run;
    T own = identity;
    for (std::size_t i = begin; i < min(n, begin + run); ++i) {
        own = op(own, at(i));
    }
    own = combine_block(own, op);
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = own;
    }
    // end of Solution 2
