// Mistake: adds to four pixels at a time as to one number: carries go into the neighbour
// Verdict: wrong_answer
// Message: brighten(
    // Solution 4
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    unsigned char* const first_vector = pixels + parts.head;
    unsigned char* const tail = first_vector + 4 * parts.vectors;
    if (i < parts.vectors) {
        reinterpret_cast<unsigned*>(first_vector)[i] += 0x01010101u * amount;
    }
    if (i < parts.head) pixels[i] = brighter(pixels[i], amount);
    if (i < parts.tail) tail[i] = brighter(tail[i], amount);
    // end of Solution 4
