// Mistake: every piece begins at the top
// Verdict: wrong_answer
// Message: column_sums_with
// Message: 3 pieces
    // Solution 2
    const std::size_t column = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t first = threadIdx.y;
    const std::size_t step = std::size_t{gridDim.y} * blockDim.y;
    const float* elements = matrix + column;
    const float own = column < columns ? sum_of_every(elements, first, rows, step, columns) : 0.0f;
    const float together = sum_over_groups(own, group);
    const unsigned lane = (threadIdx.y * blockDim.x + threadIdx.x) % 32;
    if (column < columns && lane < group) {
        atomicAdd(&sums[column], together);
    }
    // end of Solution 2
