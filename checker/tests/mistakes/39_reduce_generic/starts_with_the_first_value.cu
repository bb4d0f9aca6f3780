// Mistake: each thread begins with a value of the array, which then counts many times
// Verdict: wrong_answer
// Message: a product of any number of factors
// Message: product: n = 1,
    // Solution 2
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    T own = n > 0 ? at(0) : identity;
    for (; i + 3 * stride < n; i += 4 * stride) {
        const T a = at(i), b = at(i + stride), c = at(i + 2 * stride), d = at(i + 3 * stride);
        own = op(op(op(op(own, a), b), c), d);
    }
    for (; i < n; i += stride) {
        own = op(own, at(i));
    }
    own = combine_block(own, op);
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = own;
    }
    // end of Solution 2
