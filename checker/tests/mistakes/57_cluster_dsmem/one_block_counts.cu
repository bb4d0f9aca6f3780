// Mistake: the first block of each cluster counts all of the cluster's keys
// Verdict: requirement
// Message: all threads of the grid are to share the keys
// Only: virtual
    // Solution 4:
    for (int i = threadIdx.x; i < of_block; i += threads_per_block) own[i] = 0;
    cluster.sync();
    const std::size_t number = blockIdx.x / cluster.num_blocks();
    const std::size_t clusters = gridDim.x / cluster.num_blocks();
    for (std::size_t i = number * threads_per_block + threadIdx.x;
         cluster.block_rank() == 0 && i < n; i += clusters * threads_per_block) {
        atomicAdd(place_of(own, keys[i], of_block), 1u);
    }
    cluster.sync();
    // end of Solution 4
