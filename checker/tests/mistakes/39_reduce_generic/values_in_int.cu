// Mistake: a thread counts its values in int, which ends at 2^31
// Verdict: wrong_answer
// Message: more values than an int can count
// Message: the kernel came no further than value
// Only: virtual
    // Solution 2:
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    T own = identity;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        own = op(own, at(i));
    }
    own = combine_block(own, op);
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = own;
    }
    // end of Solution 2
