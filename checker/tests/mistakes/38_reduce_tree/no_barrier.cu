// Mistake: no barrier between the steps of the tree
// Verdict: fault
// Message: Race
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
    for (unsigned left = blockDim.x; left > 1;) {
        const unsigned half = (left + 1) / 2;
        if (threadIdx.x < left - half) {
            tree[threadIdx.x] += tree[threadIdx.x + half];
        }
        left = half;
    }
    // end of Solution 2
