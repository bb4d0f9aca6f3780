// Mistake: one value for each thread of the grid: no loop
// Verdict: wrong_answer
// Message: values: 1000
    // Solution 1
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    float own = 0.0f;
    if (first < n) {
        own = values[first];
    }
    tree[threadIdx.x] = own;
    // end of Solution 1
