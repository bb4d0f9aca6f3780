// Mistake: every thread goes through the whole array
// Verdict: too_much_traffic
// Message: elements are written more than once
// Only: virtual
// Replaces
//|     const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
//|     const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
//|     for (std::size_t k = i; k < n; k += stride) {
    for (std::size_t k = 0; k < n; ++k) {
// end of Replaces
