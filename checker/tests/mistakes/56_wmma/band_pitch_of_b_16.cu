// Mistake: the leading dimension of B is 16
// Verdict: wrong_answer
// Message: ?
    // Solution 2
    FragmentA a;
    FragmentB b;
    for (int step = 0; step < steps; ++step) {
        wmma::load_matrix_sync(a, A + side * step, lda);
        wmma::load_matrix_sync(b, B + side * step, side);
        wmma::mma_sync(sums, a, b, sums);
    }
    // end of Solution 2
