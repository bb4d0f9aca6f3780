// Mistake: a barrier that only the threads that add go to, and one after the tree for all
// Verdict: fault
// Message: take it out of the condition
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
            __syncthreads();
            tree[threadIdx.x] += tree[threadIdx.x + half];
        }
        left = half;
    }

    __syncthreads();
    // end of Solution 2
