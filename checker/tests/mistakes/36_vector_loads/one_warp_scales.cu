// Mistake: the first warp of a block takes all of its vectors
// Verdict: requirement
// Message: one warp does the work of others
// Only: virtual
    // Solution 3
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x;
    float* const first_vector = values + parts.head;
    float* const tail = first_vector + 4 * parts.vectors;
    for (unsigned t = threadIdx.x; threadIdx.x < 32 && t < blockDim.x; t += 32) {
        if (first + t < parts.vectors) scale_four(first_vector + 4 * (first + t), factor);
    }
    const std::size_t i = first + threadIdx.x;
    if (i < parts.head) values[i] *= factor;
    if (i < parts.tail) tail[i] *= factor;
    // end of Solution 3
