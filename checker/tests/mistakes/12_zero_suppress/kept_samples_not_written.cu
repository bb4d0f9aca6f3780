// Mistake: writes the zeros only: nothing copies the samples that are kept
// Verdict: wrong_answer
// Message: never written
    // Solution 2
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = first; i < n; i += stride) {
        if (suppressed(input[i], threshold) == 0) {
            output[i] = 0;
        }
    }
    // end of Solution 2
