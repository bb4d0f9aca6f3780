// Mistake: vectors of pixels from the first pixel on
// Verdict: fault
// Message: isaligned
    // Solution 4
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    unsigned char* const first_vector = pixels + parts.head;
    unsigned char* const tail = first_vector + 4 * parts.vectors;
    if (i < parts.vectors) {
        uchar4* const place = reinterpret_cast<uchar4*>(pixels) + i;
        const uchar4 four = *place;
        *place = make_uchar4(brighter(four.x, amount), brighter(four.y, amount),
                             brighter(four.z, amount), brighter(four.w, amount));
    }
    if (i < parts.head) pixels[i] = brighter(pixels[i], amount);
    if (i < parts.tail) tail[i] = brighter(tail[i], amount);
    // end of Solution 4
