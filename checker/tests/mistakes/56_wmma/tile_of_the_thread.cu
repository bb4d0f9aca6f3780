// Mistake: each thread has a tile of its own
// Verdict: fault
// Message: wmma takes all 32 lanes of a warp
// Only: virtual
    // Solution 3
    const int tile = blockIdx.x * 32 * warps_of_tiles + threadIdx.x;
    const int columns = n / side; // of tiles
    const int row = tile / columns * side, column = tile % columns * side;
    if (row >= m) return;
    Sums sums;
    wmma::load_matrix_sync(sums, C + row * ldc + column, ldc, wmma::mem_row_major);
    add_band(A + row * lda, lda, B + column * ldb, ldb, k / side, sums);
    wmma::store_matrix_sync(D + row * ldd + column, sums, ldd, wmma::mem_row_major);
    // end of Solution 3
