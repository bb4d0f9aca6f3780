// Mistake: one block takes all pixels, in a loop
// Verdict: requirement
// Message: brighten() left the work of brighten_kernel to one block
// Only: virtual
    // Solution 4
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    unsigned char* const first_vector = pixels + parts.head;
    unsigned char* const tail = first_vector + 4 * parts.vectors;
    for (std::size_t v = i; v < parts.vectors; v += std::size_t{gridDim.x} * blockDim.x) {
        uchar4* const place = reinterpret_cast<uchar4*>(first_vector) + v;
        const uchar4 four = *place;
        *place = make_uchar4(brighter(four.x, amount), brighter(four.y, amount),
                             brighter(four.z, amount), brighter(four.w, amount));
    }
    if (i < parts.head) pixels[i] = brighter(pixels[i], amount);
    if (i < parts.tail) tail[i] = brighter(tail[i], amount);
    // end of Solution 4
    // Replaces
//|     brighten_kernel<<<blocks_for(parts), threads_per_block>>>(pixels, parts, amount);
    brighten_kernel<<<1, threads_per_block>>>(pixels, parts, amount);
    // end of Replaces
