// Mistake: the stride of the grid in the exercise
// Verdict: wrong_answer
// Message: on 1 block of 1 thread
    // Solution 2
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = 30 * 128;
    for (std::size_t i = first; i < n; i += stride) {
        y[i] = a * x[i] + y[i];
    }
    // end of Solution 2
