// Mistake: computes in double
// Verdict: requirement
// Message: a kernel computes in double precision
    // Solution 2:
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = first; i < n; i += stride) {
        y[i] = static_cast<float>(double{a} * x[i] + y[i]);
    }
    // end of Solution 2
