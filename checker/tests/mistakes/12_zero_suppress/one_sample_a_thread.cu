// Mistake: no loop: what is beyond the grid stays
// Verdict: wrong_answer
// Message: never written
    // Solution 2
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (first < n) {
        output[first] = suppressed(input[first], threshold);
    }
    // end of Solution 2
