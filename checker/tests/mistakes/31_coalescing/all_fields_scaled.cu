// Mistake: multiplies the first floats, whatever field they are
// Verdict: wrong_answer
// Message: fields = 3
    // Solution 2
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) records[i + field] *= factor;
    // end of Solution 2
