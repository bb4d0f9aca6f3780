// Mistake: takes factor times the value off, which is right for 0.5
// Verdict: wrong_answer
// Message: the factor is 3
    // Solution 2
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        records[i * fields + field] -= factor * records[i * fields + field];
    }
    // end of Solution 2
