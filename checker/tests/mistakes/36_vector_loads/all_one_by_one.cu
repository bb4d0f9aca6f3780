// Mistake: a thread takes the elements of its vector one by one
// Verdict: too_much_traffic
// Message: a lane loads less than four elements at a time
// Only: virtual
    // Solution 3
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    float* const first_vector = values + parts.head;
    float* const tail = first_vector + 4 * parts.vectors;
    if (i < parts.vectors) {
        for (int k = 0; k < 4; ++k) first_vector[4 * i + k] *= factor;
    }
    if (i < parts.head) values[i] *= factor;
    if (i < parts.tail) tail[i] *= factor;
    // end of Solution 3
