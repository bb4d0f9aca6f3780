// Mistake: threads behind the end leave before they have filled their places: the last block lacks part of its halo
// Verdict: fault
// Message: ninitialized
// Only: virtual
    // Solution 1
    if (start + t >= length) {
        return;
    }
    for (int p = t; p < tile_size; p += blockDim.x) {
        const std::ptrdiff_t place = start - radius + p;
        const std::ptrdiff_t inside = place < 0 ? 0 : place < length ? place : length - 1;
        tile[p] = input[inside];
    }
    // end of Solution 1
