// Mistake: both products take the first 16 columns of B
// Verdict: wrong_answer
// Message: is in sums[0][0] of warp 0 of block (0, 0)
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
            wmma::load_matrix_sync(b, &tiles.b[column + side * j][0], pitch);
#pragma unroll
            for (int i = 0; i < down; ++i) wmma::mma_sync(sums[i][j], a[i], b, sums[i][j]);
        }
    }
    // end of Solution 4
