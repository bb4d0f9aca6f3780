// Mistake: every thread writes its element of the tree as the block's sum
// Verdict: fault
// Message: both computed the same index and write sums[0]
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
    // Solution 3
    sums[blockIdx.x] = tree[threadIdx.x];
    // end of Solution 3
