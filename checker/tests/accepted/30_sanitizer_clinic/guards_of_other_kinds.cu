// Accepted: an unsigned comparison for both ends, threads that return behind the barriers, neighbours by selection
// Solution 1:
__global__ void histogram_kernel(const float* values, std::size_t n, float low, float width, int* counts,
                                 int bin_count) {
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
         i += std::size_t{gridDim.x} * blockDim.x) {
        const float x = values[i];
        if (x < low) continue;
        const auto bin = static_cast<unsigned>((x - low) / width);
        if (bin < static_cast<unsigned>(bin_count)) atomicAdd(counts + bin, 1);
    }
}
// end of Solution 1
// Solution 2:
__global__ void relative_places_kernel(const float* values, std::size_t n, float low, float high, float* places) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float range = high - low;
    places[i] = __fdiv_rn(values[i] - low, range);
}
// end of Solution 2
// Solution 3:
__global__ void steps_between_kernel(const int* values, std::size_t n, int* steps) {
    __shared__ int tile[threads_per_block];
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const int own = i < n ? values[i] : 0;
    tile[threadIdx.x] = own;
    __syncthreads();
    if (i >= n) return;
    int before = 0;
    if (threadIdx.x > 0)
        before = tile[threadIdx.x - 1];
    else if (i > 0)
        before = values[i - 1];
    steps[i] = own - before;
}
// end of Solution 3
// Solution 4:
__global__ void sums_of_three_kernel(const int* values, std::size_t n, int* sums) {
    const auto i = static_cast<std::ptrdiff_t>(std::size_t{blockIdx.x} * blockDim.x + threadIdx.x);
    const auto end = static_cast<std::ptrdiff_t>(n);
    if (i >= end) return;
    int sum = 0;
    for (std::ptrdiff_t k = max(i - 1, std::ptrdiff_t{0}); k <= min(i + 1, end - 1); ++k) sum += values[k];
    sums[i] = sum;
}
// end of Solution 4
// Solution 5:
__global__ void reverse_stretches_kernel(int* data, std::size_t n) {
    __shared__ int tile[threads_per_block];
    const std::size_t stretches = (n + blockDim.x - 1) / blockDim.x;
    for (std::size_t s = blockIdx.x; s < stretches; s += gridDim.x) {
        int* const stretch = data + s * blockDim.x;
        const unsigned length = static_cast<unsigned>(min(n - s * blockDim.x, std::size_t{blockDim.x}));
        __syncthreads();
        if (threadIdx.x < length) tile[length - 1 - threadIdx.x] = stretch[threadIdx.x];
        __syncthreads();
        if (threadIdx.x < length) stretch[threadIdx.x] = tile[threadIdx.x];
    }
}
// end of Solution 5
