// Mistake: one sample too far
// Verdict: fault
// Message: Invalid __global__
    // Solution 2
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = first; i <= n; i += stride) {
        output[i] = suppressed(input[i], threshold);
    }
    // end of Solution 2
