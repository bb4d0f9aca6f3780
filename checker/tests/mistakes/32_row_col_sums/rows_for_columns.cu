// Mistake: the start of a row computed with the number of rows
// Verdict: fault
// Message: row_sums_with: 8 rows, 32 columns
// Only: virtual
    // Solution 1
    const std::size_t row = std::size_t{blockIdx.x} * blockDim.y + threadIdx.y;
    const std::size_t first = std::size_t{blockIdx.y} * blockDim.x + threadIdx.x;
    const std::size_t step = std::size_t{gridDim.y} * blockDim.x;
    const float* elements = matrix + row * rows;
    const float own = row < rows ? sum_of_every(elements, first, columns, step, 1) : 0.0f;
    const float together = sum_in_group(own, group);
    if (row < rows && threadIdx.x % group == 0) {
        atomicAdd(&sums[row], together);
    }
    // end of Solution 1
