// Mistake: lane 0 alone stores
// Verdict: fault
// Message: wmma takes all 32 lanes of a warp
// Only: virtual
    // Solution 1
    FragmentA a;
    FragmentB b;
    Sums sums;
    wmma::fill_fragment(sums, 0.0f);
    wmma::load_matrix_sync(a, A, side);
    wmma::load_matrix_sync(b, B, side);
    wmma::mma_sync(sums, a, b, sums);
    if (threadIdx.x == 0) wmma::store_matrix_sync(D, sums, side, wmma::mem_row_major);
    // end of Solution 1
