// Mistake: adds up in an int
// Verdict: wrong_answer
// Message: normally distributed
    // Solution 1
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    int own = 0;
    for (std::size_t i = first; i < n; i += stride) {
        own += static_cast<int>(values[i]);
    }
    tree[threadIdx.x] = static_cast<float>(own);
    // end of Solution 1
