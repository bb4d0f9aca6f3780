// Mistake: the stride is the number of blocks
// Verdict: too_much_traffic
// Message: elements are written more than once
// Only: virtual
    // Solution 1
    const std::size_t stride = gridDim.x;
    for (std::size_t k = i; k < n; k += stride) {
        out[k] = x[k] + y[k];
    }
    // end of Solution 1
