// Mistake: the four of A is asked for before the products, that of B behind them
// Verdict: requirement
// Message: bring() of both tiles has to stand before them
    // Solution 5
    keep(tiles[0], bring<aligned>(A, B, m, n, k, top, left, 0));
    __syncthreads();
    for (int first = 0, pair = 0; first < k; first += tile_depth, pair ^= 1) {
        Brought next;
        next.a = bring<aligned>(A, B, m, n, k, top, left, first + tile_depth).a;
        add_fours(tiles[pair], sums);
        next.b = bring<aligned>(A, B, m, n, k, top, left, first + tile_depth).b;
        keep(tiles[pair ^ 1], next);
        __syncthreads();
    }
    // end of Solution 5
