// Mistake: no loop in the second kernel
// Verdict: wrong_answer
// Message: saxpy()
    // Solution 2
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = a * x[i] + y[i];
    }
    // end of Solution 2
