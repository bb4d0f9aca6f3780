// Mistake: one pixel at a time
// Verdict: too_much_traffic
// Message: a lane loads less than four elements at a time
// Only: virtual
    // Solution 4
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t n = parts.head + 4 * parts.vectors + parts.tail;
    const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t k = i; k < n; k += threads) pixels[k] = brighter(pixels[k], amount);
    // end of Solution 4
