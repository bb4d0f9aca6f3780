// Mistake: the stride is a block: elements are added to several times
// Verdict: fault
// Message: Race reported
    // Solution 2
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = blockDim.x;
    for (std::size_t i = first; i < n; i += stride) {
        y[i] = a * x[i] + y[i];
    }
    // end of Solution 2
