// Mistake: thread n is gone, and thread n - 1 still reads behind the end
// Verdict: fault
// Message: patient 4: sums_of_three
// Message: Invalid __global__ read of size 4 bytes
// Only: virtual
// Solution 4
__global__ void sums_of_three_kernel(const int* values, std::size_t n, int* sums) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        const int left = i > 0 ? values[i - 1] : 0;
        const int right = i < n ? values[i + 1] : 0;
        sums[i] = left + values[i] + right;
    }
}
// end of Solution 4
