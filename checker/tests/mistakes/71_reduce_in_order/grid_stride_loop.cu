// Mistake: the loop of lesson 39, which loses the order
// Verdict: wrong_answer
// Message: partials[0] has number 256 right behind number 0
    // Solution 2
    T own = identity;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
         i += std::size_t{gridDim.x} * blockDim.x) {
        own = op(own, at(i));
    }
    own = combine_block(own, op);
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = own;
    }
    // end of Solution 2
