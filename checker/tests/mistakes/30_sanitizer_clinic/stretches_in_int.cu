// Mistake: the places of stretches are counted in int, which ends at 2^31 elements
// Verdict: wrong_answer
// Message: more than 32 bits can count
// Only: virtual
// Solution 5:
__global__ void reverse_stretches_kernel(int* data, std::size_t n) {
    __shared__ int tile[threads_per_block];
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    const std::size_t t = threadIdx.x;

    for (int start = blockIdx.x * blockDim.x; start < n; start += stride) {
        const std::size_t length = n - start < blockDim.x ? n - start : blockDim.x;
        if (t < length) {
            tile[t] = data[start + t];
        }
        __syncthreads();
        if (t < length) {
            data[start + t] = tile[length - 1 - t];
        }
        __syncthreads();
    }
}
// end of Solution 5
