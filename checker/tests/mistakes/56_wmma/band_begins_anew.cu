// Mistake: the sums are set to 0 in each step
// Verdict: wrong_answer
// Message: these are the products of the last step alone
    // Solution 2
    FragmentA a;
    FragmentB b;
    for (int step = 0; step < steps; ++step) {
        wmma::fill_fragment(sums, 0.0f);
        wmma::load_matrix_sync(a, A + side * step, lda);
        wmma::load_matrix_sync(b, B + side * step, ldb);
        wmma::mma_sync(sums, a, b, sums);
    }
    // end of Solution 2
