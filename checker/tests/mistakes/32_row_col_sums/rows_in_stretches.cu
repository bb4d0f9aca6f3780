// Mistake: each thread of a row adds up a stretch of neighbouring elements
// Verdict: too_much_traffic
// Message: reads are not coalesced
// Only: virtual
    // Solution 1
    const std::size_t row = std::size_t{blockIdx.x} * blockDim.y + threadIdx.y;
    const std::size_t first = std::size_t{blockIdx.y} * blockDim.x + threadIdx.x;
    const std::size_t step = std::size_t{gridDim.y} * blockDim.x;
    const float* elements = matrix + row * columns;
    const std::size_t stretch = (columns + step - 1) / step;
    const std::size_t from = first * stretch;
    const float own =
        row < rows ? sum_of_every(elements, from, min(from + stretch, columns), 1, 1) : 0.0f;
    const float together = sum_in_group(own, group);
    if (row < rows && threadIdx.x % group == 0) {
        atomicAdd(&sums[row], together);
    }
    // end of Solution 1
