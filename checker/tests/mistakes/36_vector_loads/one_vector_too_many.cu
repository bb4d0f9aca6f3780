// Mistake: <= for <: a vector more than there are
// Verdict: fault
// Message: scale
    // Solution 3
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    float* const first_vector = values + parts.head;
    float* const tail = first_vector + 4 * parts.vectors;
    if (i <= parts.vectors) scale_four(first_vector + 4 * i, factor);
    if (i < parts.head) values[i] *= factor;
    if (i < parts.tail) tail[i] *= factor;
    // end of Solution 3
