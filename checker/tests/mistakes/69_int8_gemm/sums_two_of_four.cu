// Mistake: two of the four sums are written
// Verdict: wrong_answer
// Message: is not written, or no sum of this tile
    // Solution 3
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        const int r = row + lane / 4 + i / 2 * 8, c = column + lane % 4 * 2 + i % 2;
        if (r < m && c < n) write(r, c, sums.x[i]);
    }
    // end of Solution 3
