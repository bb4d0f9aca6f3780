// Mistake: the first row of threads, or the first warp, adds up all rows of its block
// Verdict: requirement
// Message: one warp adds up the share of others
// Only: virtual
    // Solution 2
    const std::size_t column = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const unsigned high = 32 / group; // rows of the block in a warp
    const std::size_t step = std::size_t{gridDim.y} * high;
    const std::size_t first = std::size_t{blockIdx.y} * high + threadIdx.y;
    const bool works = column < columns && threadIdx.y < high;
    const float own = works ? sum_of_every(matrix + column, first, rows, step, columns) : 0.0f;
    const float together = sum_over_groups(own, group);
    if (works && (threadIdx.y * blockDim.x + threadIdx.x) % 32 < group) {
        atomicAdd(&sums[column], together);
    }
    // end of Solution 2
