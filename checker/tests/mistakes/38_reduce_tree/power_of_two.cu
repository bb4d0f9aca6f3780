// Mistake: halves without rounding up: of an odd number one is left behind
// Verdict: wrong_answer
// Message: threads in each: 3
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
        const unsigned half = left / 2;
        __syncthreads();
        if (threadIdx.x < half) {
            tree[threadIdx.x] += tree[threadIdx.x + half];
        }
        left = half;
    }
    // end of Solution 2
