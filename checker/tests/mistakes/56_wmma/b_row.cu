// Mistake: B begins at the row of the tile
// Verdict: fault
// Message: from rows 0 to 15 of A and columns 0 to 15 of B
    // Solution 3
    const int tile = blockIdx.x * warps_of_tiles + threadIdx.x / 32;
    const int columns = n / side; // of tiles
    const int row = tile / columns * side, column = tile % columns * side;
    if (row >= m) return;
    Sums sums;
    wmma::load_matrix_sync(sums, C + row * ldc + column, ldc, wmma::mem_row_major);
    add_band(A + row * lda, lda, B + row * ldb, ldb, k / side, sums);
    wmma::store_matrix_sync(D + row * ldd + column, sums, ldd, wmma::mem_row_major);
    // end of Solution 3
