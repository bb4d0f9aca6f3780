// Mistake: every thread adds its share to the sum in global memory
// Verdict: too_much_traffic
// Message: too many additions to the sums in global memory
// Only: virtual
    // Solution 1
    const std::size_t row = std::size_t{blockIdx.x} * blockDim.y + threadIdx.y;
    const std::size_t first = std::size_t{blockIdx.y} * blockDim.x + threadIdx.x;
    const std::size_t step = std::size_t{gridDim.y} * blockDim.x;
    const float* elements = matrix + row * columns;
    const float own = row < rows ? sum_of_every(elements, first, columns, step, 1) : 0.0f;
    (void)group;
    if (row < rows) {
        atomicAdd(&sums[row], own);
    }
    // end of Solution 1
