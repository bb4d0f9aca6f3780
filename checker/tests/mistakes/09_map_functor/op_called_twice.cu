// Mistake: calls op twice for an element: once to see whether it is there already
// Verdict: wrong_answer
// Message: map(n, out, an op that counts its calls, x)
    // Solution 1:
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        if (!(out[i] == static_cast<Out>(op(in[i]...)))) out[i] = op(in[i]...);
    }
    // end of Solution 1
