// Mistake: each tile of a piece has the columns of the first
// Verdict: wrong_answer
// Message: from rows 0 to 15 of A and columns 0 to 15 of B
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
            wmma::load_matrix_sync(b, &tiles.b[column][first], pitch);
#pragma unroll
            for (int i = 0; i < down; ++i) wmma::mma_sync(sums[i][j], a[i], b, sums[i][j]);
        }
    }
    // end of Solution 4
