// Mistake: goes on by the threads of a block: the blocks do each other's work again
// Verdict: too_much_traffic
// Message: elements are computed more than once
// Message: at most 4 are asked for
// Only: virtual
    // Solution 2
    const std::size_t stride = blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
         i += stride) {
        out[i] = safe_hypot(a[i], b[i]);
    }
    // end of Solution 2
