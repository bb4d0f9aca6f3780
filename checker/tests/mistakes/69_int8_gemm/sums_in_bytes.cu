// Mistake: sums are cut off at the ends of a byte
// Verdict: wrong_answer
// Message: sums are cut off at the ends of 8 bits
    // Solution 3
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int r = row + lane / 4 + i / 2 * 8, c = column + lane % 4 * 2 + i % 2;
        if (r < m && c < n) write(r, c, max(-128, min(127, sums.x[i])));
    }
    // end of Solution 3
