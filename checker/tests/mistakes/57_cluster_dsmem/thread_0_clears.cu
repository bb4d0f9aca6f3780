// Mistake: one thread clears all counters of its block
// Verdict: requirement
// Message: too few threads clear the counters of a block
// Only: virtual
    // Solution 4:
    if (threadIdx.x == 0) {
        for (int i = 0; i < of_block; ++i) own[i] = 0;
    }
    cluster.sync();
    const std::size_t threads = std::size_t{gridDim.x} * threads_per_block;
    for (std::size_t i = std::size_t{blockIdx.x} * threads_per_block + threadIdx.x; i < n;
         i += threads) {
        atomicAdd(place_of(own, keys[i], of_block), 1u);
    }
    cluster.sync();
    // end of Solution 4
