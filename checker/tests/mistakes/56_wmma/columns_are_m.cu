// Mistake: tiles per row are counted with m
// Verdict: fault
// Message: is in the tile in row 0, column 2 of tiles
    // Solution 3
    const int tile = blockIdx.x * warps_of_tiles + threadIdx.x / 32;
    const int columns = m / side;
    const int row = tile / columns * side, column = tile % columns * side;
    if (row >= m) return;
    Sums sums;
    wmma::load_matrix_sync(sums, C + row * ldc + column, ldc, wmma::mem_row_major);
    add_band(A + row * lda, lda, B + column * ldb, ldb, k / side, sums);
    wmma::store_matrix_sync(D + row * ldd + column, sums, ldd, wmma::mem_row_major);
    // end of Solution 3
