// Mistake: the last pixels are left out
// Verdict: wrong_answer
// Message: brighten(
    // Solution 4
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    unsigned char* const first_vector = pixels + parts.head;
    unsigned char* const tail = first_vector + 4 * parts.vectors;
    if (i < parts.vectors) {
        uchar4* const place = reinterpret_cast<uchar4*>(first_vector) + i;
        const uchar4 four = *place;
        *place = make_uchar4(brighter(four.x, amount), brighter(four.y, amount),
                             brighter(four.z, amount), brighter(four.w, amount));
    }
    if (i < parts.head) pixels[i] = brighter(pixels[i], amount);
    static_cast<void>(tail);
    // end of Solution 4
