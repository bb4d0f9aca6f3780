// Mistake: D is stored column after column
// Verdict: wrong_answer
// Message: D is stored column after column
    // Solution 1
    FragmentA a;
    FragmentB b;
    Sums sums;
    wmma::fill_fragment(sums, 0.0f);
    wmma::load_matrix_sync(a, A, side);
    wmma::load_matrix_sync(b, B, side);
    wmma::mma_sync(sums, a, b, sums);
    wmma::store_matrix_sync(D, sums, side, wmma::mem_col_major);
    // end of Solution 1
