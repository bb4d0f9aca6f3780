// Mistake: the first warp of a block reads the values of all of its threads
// Verdict: requirement
// Message: one warp takes values of others
// Only: virtual
    // Solution 1
    const auto end = static_cast<std::ptrdiff_t>(n);
    const std::ptrdiff_t stride = std::ptrdiff_t{gridDim.x} * blockDim.x;
    for (unsigned t = threadIdx.x; threadIdx.x < 32 && t < blockDim.x; t += 32) {
        float own = 0.0f;
        for (std::ptrdiff_t i = std::ptrdiff_t{blockIdx.x} * blockDim.x + t; i < end; i += stride) {
            own += values[i];
        }
        tree[t] = own;
    }
    // end of Solution 1
