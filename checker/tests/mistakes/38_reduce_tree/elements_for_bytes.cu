// Mistake: as many bytes of shared memory as threads
// Verdict: fault
// Message: 1 byte of shared memory
// Only: virtual
    // Solution 1
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    float own = 0.0f;
    for (std::size_t i = first; i < n; i += stride) {
        own += values[i];
    }
    tree[threadIdx.x] = own;
    // end of Solution 1
// Replaces
//|     const std::size_t shared_bytes = block_size * sizeof(float);
    const std::size_t shared_bytes = block_size;
// end of Replaces
