// Mistake: a thread's number in 32 bits: behind 2^32 threads come those of the first block once more
// Verdict: wrong_answer
// Message: more threads than 32 bits can count
    // Solution 2:
    const unsigned first = blockIdx.x * blockDim.x + threadIdx.x;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = first; i < n; i += stride) {
        y[i] = a * x[i] + y[i];
    }
    // end of Solution 2
