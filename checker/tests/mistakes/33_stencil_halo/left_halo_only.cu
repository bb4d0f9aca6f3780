// Mistake: forgets the halo on the right
// Verdict: fault
// Message: ninitialized
// Only: virtual
    // Solution 1
    for (int p = t; p < tile_size - radius; p += blockDim.x) {
        const std::ptrdiff_t place = start - radius + p;
        const std::ptrdiff_t inside = place < 0 ? 0 : place < length ? place : length - 1;
        tile[p] = input[inside];
    }
    // end of Solution 1
