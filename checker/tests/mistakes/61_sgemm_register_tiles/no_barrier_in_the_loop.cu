// Mistake: no barrier between storing and multiplying
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 5
    keep(tiles[0], bring<aligned>(A, B, m, n, k, top, left, 0));
    __syncthreads();
    for (int first = 0, pair = 0; first < k; first += tile_depth, pair ^= 1) {
        const Brought next = bring<aligned>(A, B, m, n, k, top, left, first + tile_depth);
        add_fours(tiles[pair], sums);
        keep(tiles[pair ^ 1], next);
    }
    // end of Solution 5
