// Mistake: D of a product is not added to the sums before
// Verdict: wrong_answer
// Message: is in sums[0][1] of warp 0
    // Solution 4
#pragma unroll
    for (int first = 0; first < block_depth; first += side) {
        FragmentA a[down];
#pragma unroll
        for (int i = 0; i < down; ++i)
            wmma::load_matrix_sync(a[i], &tiles.a[row + side * i][first], pitch);
#pragma unroll
        for (int j = 0; j < across; ++j) {
            FragmentB b;
            wmma::load_matrix_sync(b, &tiles.b[column + side * j][first], pitch);
#pragma unroll
            for (int i = 0; i < down; ++i) wmma::mma_sync(sums[i][j], a[i], b, sums[0][0]);
        }
    }
    // end of Solution 4
