// Mistake: thread 0 fills the whole tile
// Verdict: requirement
// Message: one after the other
// Only: virtual
    // Solution 1
    for (int p = 0; t == 0 && p < tile_size; ++p) {
        const std::ptrdiff_t place = start - radius + p;
        const std::ptrdiff_t inside = place < 0 ? 0 : place < length ? place : length - 1;
        tile[p] = input[inside];
    }
    // end of Solution 1
