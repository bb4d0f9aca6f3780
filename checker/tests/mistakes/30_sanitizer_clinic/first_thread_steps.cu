// Mistake: the first thread of each block makes its steps, so that nothing is shared
// Verdict: requirement
// Message: patient 3: steps_between
// Message: one thread or warp does the work of the others
// Only: virtual
// Solution 3
__global__ void steps_between_kernel(const int* values, std::size_t n, int* steps) {
    const std::size_t begin = std::size_t{blockIdx.x} * blockDim.x;
    const std::size_t end = n - begin < blockDim.x ? n : begin + blockDim.x;
    int before = threadIdx.x == 0 && begin > 0 ? values[begin - 1] : 0;
    for (std::size_t i = begin; threadIdx.x == 0 && i < end; ++i) {
        const int value = values[i];
        steps[i] = value - before;
        before = value;
    }
}
// end of Solution 3
