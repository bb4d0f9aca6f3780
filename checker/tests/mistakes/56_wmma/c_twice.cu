// Mistake: C is added at the end, too
// Verdict: wrong_answer
// Message: C is added twice
    // Solution 3
    const int tile = blockIdx.x * warps_of_tiles + threadIdx.x / 32;
    const int columns = n / side; // of tiles
    const int row = tile / columns * side, column = tile % columns * side;
    if (row >= m) return;
    Sums sums;
    wmma::load_matrix_sync(sums, C + row * ldc + column, ldc, wmma::mem_row_major);
    add_band(A + row * lda, lda, B + column * ldb, ldb, k / side, sums);
    Sums before;
    wmma::load_matrix_sync(before, C + row * ldc + column, ldc, wmma::mem_row_major);
    for (int i = 0; i < before.num_elements; ++i) sums.x[i] += before.x[i];
    wmma::store_matrix_sync(D + row * ldd + column, sums, ldd, wmma::mem_row_major);
    // end of Solution 3
