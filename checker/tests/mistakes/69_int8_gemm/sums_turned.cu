// Mistake: rows and columns of a lane are exchanged
// Verdict: wrong_answer
// Message: C(0, 1) is the sum that belongs to C(1, 0)
    // Solution 3
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int r = row + lane % 4 * 2 + i % 2 + i / 2 * 8, c = column + lane / 4;
        if (r < m && c < n) write(r, c, sums.x[i]);
    }
    // end of Solution 3
