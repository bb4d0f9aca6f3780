// Mistake: values outside are counted in the bins at the ends: the fault is gone, the counts are wrong
// Verdict: wrong_answer
// Message: patient 1: histogram
// Solution 1
// end of Solution 1
// Solution 2
__global__ void histogram_kernel(const float* values, std::size_t n, float low, float width,
                                 int* counts, int bin_count) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        const int bin = static_cast<int>(floorf((values[i] - low) / width));
        const int inside = bin < 0 ? 0 : bin >= bin_count ? bin_count - 1 : bin;
        atomicAdd(&counts[inside], 1);
    }
}

__global__ void relative_places_kernel(const float* values, std::size_t n, float low, float high,
                                       float* places) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        places[i] = (values[i] - low) / (high - low);
    }
}
// end of Solution 2
