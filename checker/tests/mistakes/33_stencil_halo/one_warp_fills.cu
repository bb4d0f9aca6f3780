// Mistake: the first warp of a block fills the whole tile
// Verdict: requirement
// Message: all warps of a block are to fill the tile
// Only: virtual
    // Solution 1
    const int lanes = blockDim.x < 32 ? blockDim.x : 32;
    for (int p = t; t < lanes && p < tile_size; p += lanes) {
        const std::ptrdiff_t place = start - radius + p;
        const std::ptrdiff_t inside = place < 0 ? 0 : place < length ? place : length - 1;
        tile[p] = input[inside];
    }
    // end of Solution 1
