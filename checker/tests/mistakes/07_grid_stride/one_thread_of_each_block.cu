// Mistake: the threads of a block but the first do nothing
// Verdict: too_much_traffic
// Message: is the work spread
// Only: virtual
// Replaces
//|     const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
//|     const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
//|     for (std::size_t k = i; k < n; k += stride) {
//|         out[k] = x[k] + y[k];
    if (threadIdx.x == 0) {
        for (std::size_t k = blockIdx.x; k < n; k += gridDim.x) {
            out[k] = x[k] + y[k];
        }
// end of Replaces
