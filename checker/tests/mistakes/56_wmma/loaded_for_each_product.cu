// Mistake: each product loads both its fragments
// Verdict: too_much_traffic
// Message: 6 fragments for 8 products
// Only: virtual
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
            for (int i = 0; i < down; ++i) {
                wmma::load_matrix_sync(a[i], &tiles.a[row + side * i][first], pitch);
                wmma::mma_sync(sums[i][j], a[i], b, sums[i][j]);
            }
        }
    }
    // end of Solution 4
