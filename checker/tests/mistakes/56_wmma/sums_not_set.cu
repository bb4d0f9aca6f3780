// Mistake: the sums are never set to 0
// Verdict: requirement
// Message: Are the sums set to 0 before
    // Solution 1
    FragmentA a;
    FragmentB b;
    Sums sums;
    wmma::load_matrix_sync(a, A, side);
    wmma::load_matrix_sync(b, B, side);
    wmma::mma_sync(sums, a, b, sums);
    wmma::store_matrix_sync(D, sums, side, wmma::mem_row_major);
    // end of Solution 1
