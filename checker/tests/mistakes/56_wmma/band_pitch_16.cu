// Mistake: the leading dimension is 16, as in step 1
// Verdict: wrong_answer
// Message: NaN lies behind the last of these steps
    // Solution 2
    FragmentA a;
    FragmentB b;
    for (int step = 0; step < steps; ++step) {
        wmma::load_matrix_sync(a, A + side * step, side);
        wmma::load_matrix_sync(b, B + side * step, side);
        wmma::mma_sync(sums, a, b, sums);
    }
    // end of Solution 2
