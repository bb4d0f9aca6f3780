// Mistake: each block takes every gridDim.x-th tile in place of a stretch
// Verdict: wrong_answer
// Message: partials[0] has number 768 right behind number 255, where 256 has to come
    // Solution 2
    T so_far = identity;
    for (std::size_t tile = std::size_t{blockIdx.x} * threads_per_block; tile < n;
         tile += std::size_t{gridDim.x} * threads_per_block) {
        const std::size_t i = tile + threadIdx.x;
        so_far = op(so_far, combine_block(i < n ? at(i) : identity, op));
    }
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = so_far;
    }
    // end of Solution 2
