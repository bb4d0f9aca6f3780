// Mistake: the first threads work, on elements that are 2, 4, 8 ... apart
// Verdict: too_much_traffic
// Message: lanes of a warp read the same bank
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
    for (unsigned step = 1; step < blockDim.x; step *= 2) {
        __syncthreads();
        const unsigned place = 2 * step * threadIdx.x;
        if (place + step < blockDim.x) {
            tree[place] += tree[place + step];
        }
    }
    // end of Solution 2
