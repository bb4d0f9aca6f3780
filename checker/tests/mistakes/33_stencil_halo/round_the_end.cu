// Mistake: the row begins again behind its end
// Verdict: wrong_answer
// Message: wrong near the ends of the row
    // Solution 1
    for (int p = t; p < tile_size; p += blockDim.x) {
        const std::ptrdiff_t place = start - radius + p;
        const std::ptrdiff_t inside = ((place % length) + length) % length;
        tile[p] = input[inside];
    }
    // end of Solution 1
