// Mistake: B is loaded as if it were row-major
// Verdict: wrong_answer
// Message: B is read as if its rows lay one after the other
    // Solution 1
    FragmentA a;
    wmma::fragment<wmma::matrix_b, side, side, side, half, wmma::row_major> b;
    Sums sums;
    wmma::fill_fragment(sums, 0.0f);
    wmma::load_matrix_sync(a, A, side);
    wmma::load_matrix_sync(b, B, side);
    wmma::mma_sync(sums, a, b, sums);
    wmma::store_matrix_sync(D, sums, side, wmma::mem_row_major);
    // end of Solution 1
