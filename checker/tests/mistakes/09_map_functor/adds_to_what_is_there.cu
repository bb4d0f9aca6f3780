// Mistake: += reads what was never written
// Verdict: wrong_answer
// Message: the results were added to what the array held before the call
    // Solution 1
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        out[i] += op(in[i]...);
    }
    // end of Solution 1
