// Mistake: the row ends in zeros
// Verdict: wrong_answer
// Message: wrong near the ends of the row
    // Solution 1
    for (int p = t; p < tile_size; p += blockDim.x) {
        const std::ptrdiff_t place = start - radius + p;
        tile[p] = place >= 0 && place < length ? input[place] : 0.0f;
    }
    // end of Solution 1
