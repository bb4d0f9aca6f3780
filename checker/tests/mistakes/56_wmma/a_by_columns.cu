// Mistake: A is loaded as if it were column-major
// Verdict: wrong_answer
// Message: A is read as if its columns lay one after the other
    // Solution 1
    wmma::fragment<wmma::matrix_a, side, side, side, half, wmma::col_major> a;
    FragmentB b;
    Sums sums;
    wmma::fill_fragment(sums, 0.0f);
    wmma::load_matrix_sync(a, A, side);
    wmma::load_matrix_sync(b, B, side);
    wmma::mma_sync(sums, a, b, sums);
    wmma::store_matrix_sync(D, sums, side, wmma::mem_row_major);
    // end of Solution 1
