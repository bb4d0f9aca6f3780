// Accepted: each block takes a stretch of its own, which may begin in the middle of a sector
    // Solution 2
    const std::size_t share = (n + gridDim.x - 1) / gridDim.x;
    const std::size_t begin = blockIdx.x * share, end = begin + share < n ? begin + share : n;
    T own = identity;
    for (std::size_t i = begin + threadIdx.x; i < end; i += blockDim.x) own = op(own, at(i));
    own = combine_block(own, op);
    if (threadIdx.x == 0) partials[blockIdx.x] = own;
    // end of Solution 2
