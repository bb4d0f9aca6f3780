// Mistake: the next tiles are asked for when the products are made
// Verdict: requirement
// Message: the next tiles are asked for behind the products
    // Solution 5
    keep(tiles[0], bring<aligned>(A, B, m, n, k, top, left, 0));
    __syncthreads();
    for (int first = 0, pair = 0; first < k; first += tile_depth, pair ^= 1) {
        add_fours(tiles[pair], sums);
        keep(tiles[pair ^ 1], bring<aligned>(A, B, m, n, k, top, left, first + tile_depth));
        __syncthreads();
    }
    // end of Solution 5
