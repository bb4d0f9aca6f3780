// Mistake: looks for the field as in a structure of arrays
// Verdict: wrong_answer
// Message: row
    // Solution 2
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) records[field * n + i] *= factor;
    // end of Solution 2
