// Mistake: the place of a vector is kept in an int
// Verdict: fault
// Message: more than 32 bits can count
// Only: virtual
    // Solution 3
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    float* const first_vector = values + parts.head;
    float* const tail = first_vector + 4 * parts.vectors;
    if (i < parts.vectors) scale_four(first_vector + 4 * static_cast<int>(i), factor);
    if (i < parts.head) values[i] *= factor;
    if (i < parts.tail) tail[i] *= factor;
    // end of Solution 3
