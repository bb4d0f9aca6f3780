// Mistake: neither A nor B moves
// Verdict: wrong_answer
// Message: each step multiplies the first tile of A and of B
    // Solution 2
    FragmentA a;
    FragmentB b;
    for (int step = 0; step < steps; ++step) {
        wmma::load_matrix_sync(a, A, lda);
        wmma::load_matrix_sync(b, B, ldb);
        wmma::mma_sync(sums, a, b, sums);
    }
    // end of Solution 2
