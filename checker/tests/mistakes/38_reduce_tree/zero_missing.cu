// Mistake: a thread without a value leaves its element of the tree as it is
// Verdict: fault
// Message: was all of the tile filled
// Only: virtual
    // Solution 1
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    float own = 0.0f;
    for (std::size_t i = first; i < n; i += stride) {
        own += values[i];
    }
    if (first < n) {
        tree[threadIdx.x] = own;
    }
    // end of Solution 1
