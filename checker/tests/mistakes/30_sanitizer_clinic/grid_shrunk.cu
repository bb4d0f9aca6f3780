// Mistake: fewer blocks, so that no thread is left to read behind the end, and none for the tail
// Verdict: wrong_answer
// Message: patient 4: sums_of_three
// Message: was never written
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
// Replaces
//|     sums_of_three_kernel<<<blocks_for(n), threads_per_block>>>(values, n, sums);
    sums_of_three_kernel<<<std::max<unsigned>(1, n / threads_per_block), threads_per_block>>>(
        values, n, sums);
// end of Replaces
