// Mistake: changes the input
// Verdict: wrong_answer
// Message: the call changed it
    // Solution 2
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = first; i < n; i += stride) {
        const_cast<std::int16_t*>(input)[i] = suppressed(input[i], threshold);
    }
    // end of Solution 2
