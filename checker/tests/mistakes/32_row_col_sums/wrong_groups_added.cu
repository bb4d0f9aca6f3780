// Mistake: column sums added along the row
// Verdict: wrong_answer
// Message: column_sums_with
// Message: blocks of 1 x 256
    // Solution 2
    const std::size_t column = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t first = std::size_t{blockIdx.y} * blockDim.y + threadIdx.y;
    const std::size_t step = std::size_t{gridDim.y} * blockDim.y;
    const float* elements = matrix + column;
    const float own = column < columns ? sum_of_every(elements, first, rows, step, columns) : 0.0f;
    const float together = sum_in_group(own, group);
    const unsigned lane = (threadIdx.y * blockDim.x + threadIdx.x) % 32;
    if (column < columns && lane < group) {
        atomicAdd(&sums[column], together);
    }
    // end of Solution 2
