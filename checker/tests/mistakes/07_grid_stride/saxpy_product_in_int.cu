// Mistake: a product of integers: what stands behind the point is lost
// Verdict: wrong_answer
// Message: expected
    // Solution 2:
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = first; i < n; i += stride) {
        y[i] = static_cast<float>(static_cast<int>(a) * static_cast<int>(x[i])) + y[i];
    }
    // end of Solution 2
