// Mistake: all lanes of a group add the group's sum
// Verdict: wrong_answer
// Message: row_sums_with: 1 row
    // Solution 1
    const std::size_t row = std::size_t{blockIdx.x} * blockDim.y + threadIdx.y;
    const std::size_t first = std::size_t{blockIdx.y} * blockDim.x + threadIdx.x;
    const std::size_t step = std::size_t{gridDim.y} * blockDim.x;
    const float* elements = matrix + row * columns;
    const float own = row < rows ? sum_of_every(elements, first, columns, step, 1) : 0.0f;
    const float together = sum_in_group(own, group);
    if (row < rows) {
        atomicAdd(&sums[row], together);
    }
    // end of Solution 1
