// Mistake: the tail is left out
// Verdict: wrong_answer
// Message: n = 1, at a multiple of 16
    // Solution 3
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    float* const first_vector = values + parts.head;
    if (i < parts.vectors) scale_four(first_vector + 4 * i, factor);
    if (i < parts.head) values[i] *= factor;
    // end of Solution 3
