// Mistake: the row turns back at its ends
// Verdict: wrong_answer
// Message: wrong near the ends of the row
    // Solution 1
    for (int p = t; p < tile_size; p += blockDim.x) {
        const std::ptrdiff_t place = start - radius + p;
        const std::ptrdiff_t inside = max(min(place < 0        ? -place
                                              : place < length ? place
                                                               : 2 * length - 2 - place,
                                              length - 1),
                                          std::ptrdiff_t{0});
        tile[p] = input[inside];
    }
    // end of Solution 1
