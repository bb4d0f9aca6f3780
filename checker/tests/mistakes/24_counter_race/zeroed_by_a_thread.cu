// Mistake: thread 0 sets it to zero while others count already
// Verdict: fault
// Only: virtual
// Message: Race reported
// Replaces
//|     const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    if (first == 0) {
        *count = 0;
    }
// end of Replaces
// Replaces
//|     cudaMemsetAsync(count, 0, sizeof *count);
// end of Replaces
