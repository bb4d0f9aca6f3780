// Mistake: mma_sync is called twice
// Verdict: wrong_answer
// Message: every wrong element is 2 times what it should be
    // Solution 1
    FragmentA a;
    FragmentB b;
    Sums sums;
    wmma::fill_fragment(sums, 0.0f);
    wmma::load_matrix_sync(a, A, side);
    wmma::load_matrix_sync(b, B, side);
    wmma::mma_sync(sums, a, b, sums);
    wmma::mma_sync(sums, a, b, sums);
    wmma::store_matrix_sync(D, sums, side, wmma::mem_row_major);
    // end of Solution 1
