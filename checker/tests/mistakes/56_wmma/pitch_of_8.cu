// Mistake: the leading dimension is 8
// Verdict: wrong_answer
// Message: each row of A has a single 1, so each row of D is a row of B
    // Solution 1
    FragmentA a;
    FragmentB b;
    Sums sums;
    wmma::fill_fragment(sums, 0.0f);
    wmma::load_matrix_sync(a, A, 8);
    wmma::load_matrix_sync(b, B, side);
    wmma::mma_sync(sums, a, b, sums);
    wmma::store_matrix_sync(D, sums, side, wmma::mem_row_major);
    // end of Solution 1
