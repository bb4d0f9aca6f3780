// Mistake: all sums are written
// Verdict: fault
// Message: out of bounds
// Only: virtual
    // Solution 3
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int r = row + lane / 4 + i / 2 * 8, c = column + lane % 4 * 2 + i % 2;
        write(r, c, sums.x[i]);
    }
    // end of Solution 3
