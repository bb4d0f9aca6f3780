// Mistake: goes one element too far
// Verdict: fault
// Message: Invalid __global__ 
    // Solution 1
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t k = i; k <= n; k += stride) {
        out[k] = x[k] + y[k];
    }
    // end of Solution 1
