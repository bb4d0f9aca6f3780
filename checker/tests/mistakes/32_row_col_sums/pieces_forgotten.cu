// Mistake: the stride of one block, however many pieces there are
// Verdict: wrong_answer
// Message: 3 pieces
// Message: added 3 times
    // Solution 1
    const std::size_t row = std::size_t{blockIdx.x} * blockDim.y + threadIdx.y;
    const std::size_t first = std::size_t{blockIdx.y} * blockDim.x + threadIdx.x;
    const std::size_t step = blockDim.x;
    const float* elements = matrix + row * columns;
    const float own = row < rows ? sum_of_every(elements, first, columns, step, 1) : 0.0f;
    const float together = sum_in_group(own, group);
    if (row < rows && threadIdx.x % group == 0) {
        atomicAdd(&sums[row], together);
    }
    // end of Solution 1
