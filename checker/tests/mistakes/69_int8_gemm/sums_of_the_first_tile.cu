// Mistake: all tiles are written to the first one's place
// Verdict: fault
// Message: Race
// Only: virtual
    // Solution 3
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int r = lane / 4 + i / 2 * 8, c = lane % 4 * 2 + i % 2;
        if (r < m && c < n) write(r, c, sums.x[i]);
    }
    // end of Solution 3
