// Mistake: neighbouring threads take vectors that lie far apart
// Verdict: too_much_traffic
// Message: lanes touch more sectors than their bytes fill
// Only: virtual
    // Solution 3
    const std::size_t i = std::size_t{threadIdx.x} * gridDim.x + blockIdx.x;
    float* const first_vector = values + parts.head;
    float* const tail = first_vector + 4 * parts.vectors;
    if (i < parts.vectors) scale_four(first_vector + 4 * i, factor);
    if (i < parts.head) values[i] *= factor;
    if (i < parts.tail) tail[i] *= factor;
    // end of Solution 3
