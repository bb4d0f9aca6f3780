// Mistake: leaves out every other round of the grid
// Verdict: wrong_answer
// Message: elements were never written, the first is element 262144
    // Solution 2
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x * 2;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
         i += stride) {
        out[i] = safe_hypot(a[i], b[i]);
    }
    // end of Solution 2
