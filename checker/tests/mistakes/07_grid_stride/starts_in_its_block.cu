// Mistake: starts at the number in the block: blocks do each other's first elements
// Verdict: fault
// Message: Race reported
    // Solution 2
    const std::size_t first = threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = first; i < n; i += stride) {
        y[i] = a * x[i] + y[i];
    }
    // end of Solution 2
