// Mistake: B has the leading dimension of A
// Verdict: wrong_answer
// Message: the leading dimension says where the next row begins
    // Solution 2
    FragmentA a;
    FragmentB b;
    for (int step = 0; step < steps; ++step) {
        wmma::load_matrix_sync(a, A + side * step, lda);
        wmma::load_matrix_sync(b, B + side * step, lda);
        wmma::mma_sync(sums, a, b, sums);
    }
    // end of Solution 2
