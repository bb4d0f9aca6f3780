// Mistake: one pair of tiles, two barriers in each round
// Verdict: too_much_traffic
// Message: with two pairs of tiles, one barrier per round is enough
// Only: virtual
    // Solution 5
    for (int first = 0; first < k; first += tile_depth) {
        keep(tiles[0], bring<aligned>(A, B, m, n, k, top, left, first));
        __syncthreads();
        add_fours(tiles[0], sums);
        __syncthreads();
    }
    // end of Solution 5
