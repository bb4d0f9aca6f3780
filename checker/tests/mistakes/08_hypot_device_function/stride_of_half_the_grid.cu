// Mistake: a stride of half the grid: each round does half of the one before again
// Verdict: too_much_traffic
// Message: elements are computed more than once
// Only: virtual
    // Solution 2
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x / 2;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
         i += stride) {
        out[i] = safe_hypot(a[i], b[i]);
    }
    // end of Solution 2
