// Mistake: one block takes all vectors, in a loop
// Verdict: requirement
// Message: scale() left the work of scale_kernel to one block
// Only: virtual
    // Solution 3
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    float* const first_vector = values + parts.head;
    float* const tail = first_vector + 4 * parts.vectors;
    for (std::size_t v = i; v < parts.vectors; v += std::size_t{gridDim.x} * blockDim.x) {
        scale_four(first_vector + 4 * v, factor);
    }
    if (i < parts.head) values[i] *= factor;
    if (i < parts.tail) tail[i] *= factor;
    // end of Solution 3
    // Replaces
//|     scale_kernel<<<blocks_for(parts), threads_per_block>>>(values, parts, factor);
    scale_kernel<<<1, threads_per_block>>>(values, parts, factor);
    // end of Replaces
