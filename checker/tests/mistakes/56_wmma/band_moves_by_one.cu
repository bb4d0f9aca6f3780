// Mistake: a step is 1 element
// Verdict: fault
// Message: is misaligned
// Only: virtual
    // Solution 2
    FragmentA a;
    FragmentB b;
    for (int step = 0; step < steps; ++step) {
        wmma::load_matrix_sync(a, A + step, lda);
        wmma::load_matrix_sync(b, B + step, ldb);
        wmma::mma_sync(sums, a, b, sums);
    }
    // end of Solution 2
