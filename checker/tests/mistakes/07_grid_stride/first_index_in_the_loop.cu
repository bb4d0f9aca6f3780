// Mistake: the body uses the first index, not the one of the round
// Verdict: wrong_answer
// Message: never written
    // Solution 1
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t k = i; k < n; k += stride) {
        out[i] = x[i] + y[i];
    }
    // end of Solution 1
