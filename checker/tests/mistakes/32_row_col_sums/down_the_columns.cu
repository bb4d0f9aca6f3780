// Mistake: the threads of a warp stand below each other
// Verdict: too_much_traffic
// Message: reads are not coalesced
// Only: virtual
    // Solution 2
    const unsigned thread = threadIdx.y * blockDim.x + threadIdx.x;
    const std::size_t column = std::size_t{blockIdx.x} * blockDim.x + thread / blockDim.y;
    const std::size_t first = std::size_t{blockIdx.y} * blockDim.y + thread % blockDim.y;
    const std::size_t step = std::size_t{gridDim.y} * blockDim.y;
    const float* elements = matrix + column;
    const float own = column < columns ? sum_of_every(elements, first, rows, step, columns) : 0.0f;
    const unsigned in_column = min(blockDim.y, 32u);
    const float together = sum_in_group(own, in_column);
    (void)group;
    if (column < columns && thread % in_column == 0) {
        atomicAdd(&sums[column], together);
    }
    // end of Solution 2
