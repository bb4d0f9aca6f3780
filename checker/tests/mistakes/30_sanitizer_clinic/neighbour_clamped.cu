// Mistake: the last element is taken for its own neighbour
// Verdict: wrong_answer
// Message: patient 4: sums_of_three
// Solution 4
__global__ void sums_of_three_kernel(const int* values, std::size_t n, int* sums) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        const int left = i > 0 ? values[i - 1] : 0;
        const int right = values[i + 1 < n ? i + 1 : i];
        sums[i] = left + values[i] + right;
    }
}
// end of Solution 4
