// Mistake: the first warp of a block computes the tiles of all its warps
// Verdict: requirement
// Message: each warp is to compute one tile
// Only: virtual
    // Solution 3
    if (threadIdx.x >= 32) return;
    const int columns = n / side; // of tiles
    for (int tile = blockIdx.x * warps_of_tiles; tile < (blockIdx.x + 1) * warps_of_tiles; ++tile) {
        const int row = tile / columns * side, column = tile % columns * side;
        if (row >= m) return;
        Sums sums;
        wmma::load_matrix_sync(sums, C + row * ldc + column, ldc, wmma::mem_row_major);
        add_band(A + row * lda, lda, B + column * ldb, ldb, k / side, sums);
        wmma::store_matrix_sync(D + row * ldd + column, sums, ldd, wmma::mem_row_major);
    }
    // end of Solution 3
