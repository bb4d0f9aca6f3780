// Mistake: what op returns goes through float
// Verdict: wrong_answer
// Message: double from int, float from float
    // Solution 1
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        out[i] = static_cast<Out>(static_cast<float>(op(in[i]...)));
    }
    // end of Solution 1
