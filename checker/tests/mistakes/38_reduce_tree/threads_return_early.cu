// Mistake: threads without a value return before the barriers
// Verdict: fault
// Message: never written
// Only: virtual
    // Solution 1
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    if (first >= n) {
        return;
    }
    float own = 0.0f;
    for (std::size_t i = first; i < n; i += stride) {
        own += values[i];
    }
    tree[threadIdx.x] = own;
    // end of Solution 1
