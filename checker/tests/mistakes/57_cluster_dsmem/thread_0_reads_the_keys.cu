// Mistake: one thread of each block reads its keys
// Verdict: requirement
// Message: too few threads read the keys
// Only: virtual
    // Solution 4:
    for (int i = threadIdx.x; i < of_block; i += threads_per_block) own[i] = 0;
    cluster.sync();
    if (threadIdx.x == 0) {
        for (std::size_t i = blockIdx.x; i < n; i += gridDim.x) {
            atomicAdd(place_of(own, keys[i], of_block), 1u);
        }
    }
    cluster.sync();
    // end of Solution 4
