// Mistake: the first warp of a block takes all of its pixels, four at a time
// Verdict: requirement
// Message: one warp does the work of others
// Only: virtual
    // Solution 4
    const std::size_t first = std::size_t{blockIdx.x} * blockDim.x;
    unsigned char* const first_vector = pixels + parts.head;
    unsigned char* const tail = first_vector + 4 * parts.vectors;
    for (unsigned t = threadIdx.x; threadIdx.x < 32 && t < blockDim.x; t += 32) {
        if (first + t >= parts.vectors) break;
        uchar4* const place = reinterpret_cast<uchar4*>(first_vector) + first + t;
        const uchar4 four = *place;
        *place = make_uchar4(brighter(four.x, amount), brighter(four.y, amount),
                             brighter(four.z, amount), brighter(four.w, amount));
    }
    const std::size_t i = first + threadIdx.x;
    if (i < parts.head) pixels[i] = brighter(pixels[i], amount);
    if (i < parts.tail) tail[i] = brighter(tail[i], amount);
    // end of Solution 4
