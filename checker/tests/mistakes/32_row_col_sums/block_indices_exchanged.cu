// Mistake: for the columns, the numbers of blocks have changed places as well
// Verdict: wrong_answer
// Message: column_sums_with: 31 rows, 33 columns
// Message: element 32: expected
    // Solution 2
    const std::size_t column = std::size_t{blockIdx.y} * blockDim.x + threadIdx.x;
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.y + threadIdx.y;
    const std::size_t step = std::size_t{gridDim.x} * blockDim.y;
    const float* elements = matrix + column;
    const float own = column < columns ? sum_of_every(elements, first, rows, step, columns) : 0.0f;
    const float together = sum_over_groups(own, group);
    const unsigned lane = (threadIdx.y * blockDim.x + threadIdx.x) % 32;
    if (column < columns && lane < group) {
        atomicAdd(&sums[column], together);
    }
    // end of Solution 2
