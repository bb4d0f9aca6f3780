// Mistake: the first warp of each block counts all of the block's keys
// Verdict: requirement
// Message: all threads of the grid are to share the keys
// Only: virtual
    // Solution 4:
    for (int i = threadIdx.x; i < of_block; i += threads_per_block) own[i] = 0;
    cluster.sync();
    for (std::size_t i = std::size_t{blockIdx.x} * 32 + threadIdx.x; threadIdx.x < 32 && i < n;
         i += std::size_t{gridDim.x} * 32) {
        atomicAdd(place_of(own, keys[i], of_block), 1u);
    }
    cluster.sync();
    // end of Solution 4
