// Mistake: a loop over the sums that is not unrolled
// Verdict: too_much_traffic
// Message: the sums are not in registers but in local memory
// Message: Do all loops over them have a fixed number of rounds?
// Only: virtual
    // Solution 3
#pragma unroll
    for (int k = 0; k < tile_depth; ++k) {
        float a[piece], b[piece];
#pragma unroll
        for (int i = 0; i < piece; ++i) {
            a[i] = a_tile[y + 16 * i][k];
            b[i] = b_tile[k][x + 16 * i];
        }
#pragma unroll 1
        for (int i = 0; i < piece; ++i) {
#pragma unroll
            for (int j = 0; j < piece; ++j) {
                sums[i][j] += a[i] * b[j];
            }
        }
    }
    // end of Solution 3
