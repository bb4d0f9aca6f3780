// Mistake: what op returns goes through double: 53 bits of 64
// Verdict: wrong_answer
// Message: three inputs of two types, 64 bits
    // Solution 1
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        out[i] = static_cast<Out>(static_cast<double>(op(in[i]...)));
    }
    // end of Solution 1
