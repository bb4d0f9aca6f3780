// Mistake: the first warp of each block takes all values of the block
// Verdict: requirement
// Message: one warp takes values of others
// Only: virtual
    // Solution 2
    T own = identity;
    for (std::size_t first = std::size_t{blockIdx.x} * threads_per_block; first < n;
         first += std::size_t{gridDim.x} * threads_per_block) {
        for (unsigned k = threadIdx.x; threadIdx.x < 32 && k < threads_per_block; k += 32) {
            if (first + k < n) own = op(own, at(first + k));
        }
    }
    own = combine_block(own, op);
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = own;
    }
    // end of Solution 2
