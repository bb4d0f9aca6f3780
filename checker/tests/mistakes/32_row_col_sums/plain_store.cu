// Mistake: a warp writes what it has as if no other warp had a part of the row
// Verdict: fault
// Message: Race
// Only: virtual
    // Solution 1
    const std::size_t row = std::size_t{blockIdx.x} * blockDim.y + threadIdx.y;
    const std::size_t first = std::size_t{blockIdx.y} * blockDim.x + threadIdx.x;
    const std::size_t step = std::size_t{gridDim.y} * blockDim.x;
    const float* elements = matrix + row * columns;
    const float own = row < rows ? sum_of_every(elements, first, columns, step, 1) : 0.0f;
    const float together = sum_in_group(own, group);
    if (row < rows && threadIdx.x % group == 0) {
        sums[row] = together;
    }
    // end of Solution 1
