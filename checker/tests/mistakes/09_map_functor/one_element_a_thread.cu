// Mistake: no loop, though the grid is limited
// Verdict: wrong_answer
// Message: every element from 2097152 on was never written
    // Solution 1
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    (void)stride;
    if (const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n) {
        out[i] = op(in[i]...);
    }
    // end of Solution 1
