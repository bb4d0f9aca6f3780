// Mistake: the sums are halves, and become floats at the end
// Verdict: wrong_answer
// Message: sums are too large, or odd, for a half
    // Solution 1
    FragmentA a;
    FragmentB b;
    wmma::fragment<wmma::accumulator, side, side, side, half> sums;
    wmma::fill_fragment(sums, __float2half(0.0f));
    wmma::load_matrix_sync(a, A, side);
    wmma::load_matrix_sync(b, B, side);
    wmma::mma_sync(sums, a, b, sums);
    __shared__ __align__(32) half rounded[side * side];
    wmma::store_matrix_sync(rounded, sums, side, wmma::mem_row_major);
    __syncwarp();
    for (int i = threadIdx.x; i < side * side; i += 32) D[i] = __half2float(rounded[i]);
    // end of Solution 1
