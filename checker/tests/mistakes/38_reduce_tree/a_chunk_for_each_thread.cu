// Mistake: each thread adds a stretch of neighbouring values
// Verdict: wrong_answer
// Message: values: 1000
    // Solution 1
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    float own = 0.0f;
    const std::size_t chunk = (n + stride - 1) / stride;
    for (std::size_t i = first * chunk; i < min(n, (first + 1) * chunk); ++i) {
        own += values[i];
    }
    tree[threadIdx.x] = own;
    // end of Solution 1
