// Mistake: the tile's place is left out
// Verdict: fault
// Message: 
    // Solution 3:
    const int lane = threadIdx.x % 32, warp = threadIdx.x % group_threads / 32;
#pragma unroll
    for (int i = 0; i < 64; ++i) {
        const int r = 16 * warp + lane / 4 + i / 2 % 2 * 8;
        const int c = column + i / 4 * 8 + lane % 4 * 2 + i % 2;
        if (r < m && c < n) D[r * n + c] = sums.x[i];
    }
    // end of Solution 3
