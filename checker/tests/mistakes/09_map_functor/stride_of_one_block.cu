// Mistake: the blocks do each other's work again
// Verdict: too_much_traffic
// Message: elements are written more than once
// Only: virtual
    // Solution 1
    const std::size_t stride = blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        out[i] = op(in[i]...);
    }
    // end of Solution 1
