// Mistake: one element is left out in each round
// Verdict: wrong_answer
// Message: never written
    // Solution 1
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x + 1;
    for (std::size_t k = i; k < n; k += stride) {
        out[k] = x[k] + y[k];
    }
    // end of Solution 1
