// Mistake: one pair of tiles with one barrier
// Verdict: fault
// Message: Race reported
// Message: is a __syncthreads() missing between lines
// Only: virtual
    // Solution 5
    keep(tiles[0], bring<aligned>(A, B, m, n, k, top, left, 0));
    __syncthreads();
    for (int first = 0, pair = 0; first < k; first += tile_depth, pair ^= 1) {
        const Brought next = bring<aligned>(A, B, m, n, k, top, left, first + tile_depth);
        add_fours(tiles[0], sums);
        keep(tiles[0], next);
        __syncthreads();
    }
    // end of Solution 5
