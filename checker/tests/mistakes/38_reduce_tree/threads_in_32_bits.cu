// Mistake: the threads of the grid are counted with the 32 bits of blockIdx.x * blockDim.x
// Verdict: wrong_answer
// Message: more threads than 32 bits can count
    // Solution 1:
    const std::size_t first = blockIdx.x * blockDim.x + threadIdx.x;
    const std::size_t stride = gridDim.x * blockDim.x;
    float own = 0.0f;
    for (std::size_t i = first; i < n; i += stride) {
        own += values[i];
    }
    tree[threadIdx.x] = own;
    // end of Solution 1
