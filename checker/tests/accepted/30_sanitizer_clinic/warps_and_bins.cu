// Accepted: bins of a block's own, neighbours by shuffles, a stretch that is kept in registers meanwhile
// Solution 1:
__global__ void histogram_kernel(const float* values, std::size_t n, float low, float width, int* counts,
                                 int bin_count) {
    __shared__ int bins[64];
    if (threadIdx.x < 64) bins[threadIdx.x] = 0;
    __syncthreads();
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        const auto bin = static_cast<int>(floorf((values[i] - low) / width));
        if (bin < 0 || bin >= bin_count) continue;
        if (bin < 64)
            atomicAdd(&bins[bin], 1);
        else
            atomicAdd(&counts[bin], 1);
    }
    __syncthreads();
    if (threadIdx.x < 64 && static_cast<int>(threadIdx.x) < bin_count && bins[threadIdx.x] != 0)
        atomicAdd(&counts[threadIdx.x], bins[threadIdx.x]);
}
// end of Solution 1
// Solution 3:
__global__ void steps_between_kernel(const int* values, std::size_t n, int* steps) {
    __shared__ int last_of_warp[threads_per_block / 32];
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int own = i < n ? values[i] : 0;
    int before = __shfl_up_sync(0xffffffff, own, 1);
    if (lane == 31) last_of_warp[warp] = own;
    __syncthreads();
    if (lane == 0) before = warp > 0 ? last_of_warp[warp - 1] : i > 0 && i < n ? values[i - 1] : 0;
    if (i < n) steps[i] = own - before;
}
// end of Solution 3
// Solution 5:
__global__ void reverse_stretches_kernel(int* data, std::size_t n) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t start = std::size_t{blockIdx.x} * blockDim.x; start < n; start += stride) {
        const std::size_t length = n - start < blockDim.x ? n - start : blockDim.x;
        const int own = threadIdx.x < length ? data[start + threadIdx.x] : 0;
        __syncthreads(); // all have read what others are about to write
        if (threadIdx.x < length) data[start + length - 1 - threadIdx.x] = own;
    }
}
// end of Solution 5
