// Mistake: C is ignored
// Verdict: wrong_answer
// Message: this is A B: C is not added
    // Solution 3
    const int tile = blockIdx.x * warps_of_tiles + threadIdx.x / 32;
    const int columns = n / side; // of tiles
    const int row = tile / columns * side, column = tile % columns * side;
    if (row >= m) return;
    Sums sums;
    wmma::fill_fragment(sums, 0.0f);
    add_band(A + row * lda, lda, B + column * ldb, ldb, k / side, sums);
    wmma::store_matrix_sync(D + row * ldd + column, sums, ldd, wmma::mem_row_major);
    // end of Solution 3
