// Mistake: a warp is counted within the block
// Verdict: fault
// Message: 
    // Solution 3:
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll
    for (int i = 0; i < 64; ++i) {
        const int r = row + 16 * warp + lane / 4 + i / 2 % 2 * 8;
        const int c = column + i / 4 * 8 + lane % 4 * 2 + i % 2;
        if (r < m && c < n) D[r * n + c] = sums.x[i];
    }
    // end of Solution 3
