// Mistake: each thread clears one counter
// Verdict: fault
// Message: never written in this block
// Only: virtual
    // Solution 4:
    if (threadIdx.x < of_block) own[threadIdx.x] = 0;
    cluster.sync();
    const std::size_t first = std::size_t{blockIdx.x} * threads_per_block + threadIdx.x;
    const std::size_t step = std::size_t{gridDim.x} * threads_per_block;
    for (std::size_t i = first; i < n; i += step) {
        atomicAdd(place_of(own, keys[i], of_block), 1u);
    }
    cluster.sync();
    // end of Solution 4
