// Mistake: the first thread of the grid fills the histogram alone, and adds without an atomic operation
// Verdict: requirement
// Message: patient 1: histogram
// Message: one thread or warp does the work of the others
// Only: virtual
// Solution 1
__global__ void histogram_kernel(const float* values, std::size_t n, float low, float width,
                                 int* counts, int bin_count) {
    const std::size_t end = blockIdx.x + threadIdx.x == 0 ? n : 0;
    for (std::size_t i = 0; i < end; ++i) {
        const int bin = static_cast<int>(floorf((values[i] - low) / width));
        if (bin >= 0 && bin < bin_count) ++counts[bin];
    }
}
// end of Solution 1
