// Mistake: in[0] in place of in[i]
// Verdict: wrong_answer
// Message: two inputs, in order, at every count
    // Solution 1
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        out[i] = op(in[0]...);
    }
    // end of Solution 1
