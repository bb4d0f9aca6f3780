// Mistake: each thread fills neighbouring places: a warp reads scattered ones
// Verdict: too_much_traffic
// Message: neighbouring threads do not read neighbouring elements
// Only: virtual
    // Solution 1
    const int share = (tile_size + static_cast<int>(blockDim.x) - 1) / static_cast<int>(blockDim.x);
    for (int p = t * share; p < min(t * share + share, tile_size); ++p) {
        const std::ptrdiff_t place = start - radius + p;
        const std::ptrdiff_t inside = place < 0 ? 0 : place < length ? place : length - 1;
        tile[p] = input[inside];
    }
    // end of Solution 1
