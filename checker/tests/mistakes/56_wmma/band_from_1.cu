// Mistake: the first step is left out
// Verdict: wrong_answer
// Message: no product is added
    // Solution 2
    FragmentA a;
    FragmentB b;
    for (int step = 1; step < steps; ++step) {
        wmma::load_matrix_sync(a, A + side * step, lda);
        wmma::load_matrix_sync(b, B + side * step, ldb);
        wmma::mma_sync(sums, a, b, sums);
    }
    // end of Solution 2
