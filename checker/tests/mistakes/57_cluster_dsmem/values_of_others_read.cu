// Mistake: each block adds up the values of the blocks before it
// Verdict: too_much_traffic
// Message: each value is to be read once
// Only: virtual
    // Solution 2:
    const unsigned rank = cg::this_cluster().block_rank();
    const std::size_t begin = std::size_t{blockIdx.x - rank} * count;
    const std::size_t end = std::size_t{blockIdx.x} * count;
    if (threadIdx.x > 0) return;
    unsigned before = 0;
    for (std::size_t i = begin; i < end && i < n; ++i) before += x[i];
    out[blockIdx.x] = before;
    // end of Solution 2
