// Mistake: one thread per element, without the guard
// Verdict: fault
// Message: memcheck: Invalid __global__ read of size 1
// Only: virtual
// Replaces
//| constexpr std::size_t most_blocks = 1024; // the grid-stride loop covers what lies beyond
// end of Replaces
// Replaces
//|     return static_cast<unsigned>(
//|         std::min((n + threads_per_block - 1) / threads_per_block, most_blocks));
    return static_cast<unsigned>((n + threads_per_block - 1) / threads_per_block);
// end of Replaces
    // Solution 2
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    out[i] = neuron(grey[i], weights[i]);
    // end of Solution 2
