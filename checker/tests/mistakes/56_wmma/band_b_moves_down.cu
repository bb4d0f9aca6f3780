// Mistake: B moves by 16 columns, not 16 rows
// Verdict: fault
// Message: is out of bounds
// Only: virtual
    // Solution 2
    FragmentA a;
    FragmentB b;
    for (int step = 0; step < steps; ++step) {
        wmma::load_matrix_sync(a, A + side * step, lda);
        wmma::load_matrix_sync(b, B + side * step * ldb, ldb);
        wmma::mma_sync(sums, a, b, sums);
    }
    // end of Solution 2
