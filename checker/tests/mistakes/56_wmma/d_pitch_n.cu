// Mistake: rows of D are stored n apart
// Verdict: wrong_answer
// Message: this is behind the end of a row of D
    // Solution 3
    const int tile = blockIdx.x * warps_of_tiles + threadIdx.x / 32;
    const int columns = n / side; // of tiles
    const int row = tile / columns * side, column = tile % columns * side;
    if (row >= m) return;
    Sums sums;
    wmma::load_matrix_sync(sums, C + row * ldc + column, ldc, wmma::mem_row_major);
    add_band(A + row * lda, lda, B + column * ldb, ldb, k / side, sums);
    wmma::store_matrix_sync(D + row * n + column, sums, n, wmma::mem_row_major);
    // end of Solution 3
