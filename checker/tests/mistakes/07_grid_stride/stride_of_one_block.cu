// Mistake: the stride is a block: later blocks do the same work again
// Verdict: too_much_traffic
// Message: elements are written more than once
// Only: virtual
    // Solution 1
    const std::size_t stride = blockDim.x;
    for (std::size_t k = i; k < n; k += stride) {
        out[k] = x[k] + y[k];
    }
    // end of Solution 1
