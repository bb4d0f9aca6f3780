// Mistake: a * x in place of a * x + y
// Verdict: wrong_answer
// Message: saxpy()
    // Solution 2
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = first; i < n; i += stride) {
        y[i] = a * x[i];
    }
    // end of Solution 2
