// Mistake: a last round that is not full is left out
// Verdict: wrong_answer
// Message: the last round is missing
    // Solution 5
    keep(tiles[0], bring<aligned>(A, B, m, n, k, top, left, 0));
    __syncthreads();
    for (int first = 0, pair = 0; first + tile_depth <= k; first += tile_depth, pair ^= 1) {
        const Brought next = bring<aligned>(A, B, m, n, k, top, left, first + tile_depth);
        add_fours(tiles[pair], sums);
        keep(tiles[pair ^ 1], next);
        __syncthreads();
    }
    // end of Solution 5
