// Mistake: each round brings its own tiles again
// Verdict: wrong_answer
// Message: each round has multiplied the tiles of the round before
    // Solution 5
    keep(tiles[0], bring<aligned>(A, B, m, n, k, top, left, 0));
    __syncthreads();
    for (int first = 0, pair = 0; first < k; first += tile_depth, pair ^= 1) {
        const Brought next = bring<aligned>(A, B, m, n, k, top, left, first);
        add_fours(tiles[pair], sums);
        keep(tiles[pair ^ 1], next);
        __syncthreads();
    }
    // end of Solution 5
