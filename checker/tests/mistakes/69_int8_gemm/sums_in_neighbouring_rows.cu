// Mistake: the lower sums are taken for the next row
// Verdict: wrong_answer
// Message: is the sum that belongs to
    // Solution 3
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int r = row + lane / 4 * 2 + i / 2, c = column + lane % 4 * 2 + i % 2;
        if (r < m && c < n) write(r, c, sums.x[i]);
    }
    // end of Solution 3
