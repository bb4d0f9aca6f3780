// Mistake: the threads go round by one too few: where they do, a sample is written by two
// Verdict: too_much_traffic
// Message: samples are read more than once
// Only: virtual
    // Solution 2:
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x - 1;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        output[i] = suppressed(input[i], threshold);
    }
    // end of Solution 2
