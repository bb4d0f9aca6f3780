// Mistake: an unsigned index, which runs over in the last step if n is almost 2^32
// Verdict: wrong_answer
// Message: does a place in 32 bits run over
// Only: virtual
    // Solution 2:
    const unsigned stride = gridDim.x * blockDim.x;
    T own = identity;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        own = op(own, at(i));
    }
    own = combine_block(own, op);
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = own;
    }
    // end of Solution 2
