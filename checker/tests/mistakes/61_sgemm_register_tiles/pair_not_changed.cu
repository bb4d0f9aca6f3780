// Mistake: the same pair is multiplied in each round
// Verdict: wrong_answer
// Message: the products of round 0 are in it
    // Solution 5
    keep(tiles[0], bring<aligned>(A, B, m, n, k, top, left, 0));
    __syncthreads();
    for (int first = 0, pair = 0; first < k; first += tile_depth) {
        const Brought next = bring<aligned>(A, B, m, n, k, top, left, first + tile_depth);
        add_fours(tiles[pair], sums);
        keep(tiles[pair ^ 1], next);
        __syncthreads();
    }
    // end of Solution 5
