// Mistake: a step is 256 elements, as if tiles lay one after the other
// Verdict: fault
// Message: is out of bounds
// Only: virtual
    // Solution 2
    FragmentA a;
    FragmentB b;
    for (int step = 0; step < steps; ++step) {
        wmma::load_matrix_sync(a, A + side * side * step, lda);
        wmma::load_matrix_sync(b, B + side * side * step, ldb);
        wmma::mma_sync(sums, a, b, sums);
    }
    // end of Solution 2
