// Mistake: each block reads all keys and counts those of its own bins
// Verdict: too_much_traffic
// Message: each key is to be read once
// Only: virtual
    // Solution 4:
    for (int i = threadIdx.x; i < of_block; i += threads_per_block) own[i] = 0;
    cluster.sync();
    const std::size_t first = std::size_t{blockIdx.x} * threads_per_block + threadIdx.x;
    const std::size_t step = std::size_t{gridDim.x} * threads_per_block;
    const unsigned rank = cluster.block_rank();
    const std::size_t start = first - rank * threads_per_block;
    for (std::size_t i = start; i < n; i += step) {
        for (unsigned r = 0; r < cluster.num_blocks(); ++r) {
            const std::size_t j = i + r * threads_per_block;
            if (j >= n || keys[j] / of_block != rank) continue;
            atomicAdd(&own[keys[j] % of_block], 1u);
        }
    }
    cluster.sync();
    // end of Solution 4
