// Mistake: one thread goes along the whole row, its neighbours in the block do nothing
// Verdict: requirement
// Message: for a few of its 32 lanes at a time
// Only: virtual
    // Solution 1
    const std::size_t row = std::size_t{blockIdx.x} * blockDim.y + threadIdx.y;
    const std::size_t first = std::size_t{blockIdx.y} * blockDim.x + threadIdx.x;
    const float* elements = matrix + row * columns;
    const float own = row < rows && first == 0 ? sum_of_every(elements, 0, columns, 1, 1) : 0.0f;
    const float together = sum_in_group(own, group);
    if (row < rows && threadIdx.x % group == 0) {
        atomicAdd(&sums[row], together);
    }
    // end of Solution 1
