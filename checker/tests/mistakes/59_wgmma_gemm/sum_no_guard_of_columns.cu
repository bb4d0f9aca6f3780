// Mistake: no guard for columns
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 3:
    const int lane = threadIdx.x % 32, warp = threadIdx.x % group_threads / 32;
#pragma unroll
    for (int i = 0; i < 64; ++i) {
        const int r = row + 16 * warp + lane / 4 + i / 2 % 2 * 8;
        const int c = column + i / 4 * 8 + lane % 4 * 2 + i % 2;
        if (r < m) D[r * n + c] = sums.x[i];
    }
    // end of Solution 3
