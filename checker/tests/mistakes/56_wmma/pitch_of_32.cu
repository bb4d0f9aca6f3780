// Mistake: the leading dimension is 32: the padding is forgotten
// Verdict: fault
// Message: Uninitialized __shared__ memory read
// Only: virtual
    // Solution 4
#pragma unroll
    for (int first = 0; first < block_depth; first += side) {
        FragmentA a[down];
#pragma unroll
        for (int i = 0; i < down; ++i)
            wmma::load_matrix_sync(a[i], &tiles.a[row + side * i][first], block_depth);
#pragma unroll
        for (int j = 0; j < across; ++j) {
            FragmentB b;
            wmma::load_matrix_sync(b, &tiles.b[column + side * j][first], block_depth);
#pragma unroll
            for (int i = 0; i < down; ++i) wmma::mma_sync(sums[i][j], a[i], b, sums[i][j]);
        }
    }
    // end of Solution 4
