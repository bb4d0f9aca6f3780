// Mistake: <= where < is needed
// Verdict: fault
// Message: memcheck: Invalid __global__ read of size 4 bytes
// Only: virtual
    // Solution 2
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i <= count;
         i += stride) {
        out[i] = safe_hypot(a[i], b[i]);
    }
    // end of Solution 2
