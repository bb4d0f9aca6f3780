// Mistake: the inner barrier is deleted: nothing diverges any more, and no thread waits
// Verdict: fault
// Message: patient 5: reverse_stretches
// Message: Race reported
// Only: virtual
// Solution 5
__global__ void reverse_stretches_kernel(int* data, std::size_t n) {
    __shared__ int tile[threads_per_block];
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    const std::size_t t = threadIdx.x;

    for (std::size_t start = std::size_t{blockIdx.x} * blockDim.x; start < n; start += stride) {
        const std::size_t length = n - start < blockDim.x ? n - start : blockDim.x;
        if (t < length) {
            tile[t] = data[start + t];
            data[start + t] = tile[length - 1 - t];
        }
        __syncthreads(); // no thread fills the tile anew before all have read it
    }
}
// end of Solution 5
