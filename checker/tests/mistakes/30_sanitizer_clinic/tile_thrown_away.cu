// Mistake: no race without a tile, and every value is read twice
// Verdict: too_much_traffic
// Message: patient 3: steps_between
// Message: values are read from global memory twice
// Only: virtual
// Solution 3
__global__ void steps_between_kernel(const int* values, std::size_t n, int* steps) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        steps[i] = values[i] - (i > 0 ? values[i - 1] : 0);
    }
}
// end of Solution 3
