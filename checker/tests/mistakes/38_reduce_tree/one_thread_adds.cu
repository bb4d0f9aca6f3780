// Mistake: thread 0 adds up what the others left
// Verdict: requirement
// Message: too many warps read the tree
// Only: virtual
    // Solution 1
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    float own = 0.0f;
    for (std::size_t i = first; i < n; i += stride) {
        own += values[i];
    }
    tree[threadIdx.x] = own;
    // end of Solution 1
    // Solution 2
    __syncthreads();
    if (threadIdx.x == 0) {
        for (unsigned t = 1; t < blockDim.x; ++t) {
            tree[0] += tree[t];
        }
    }
    // end of Solution 2
