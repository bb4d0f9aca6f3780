// Mistake: a tile that is not whole is not written
// Verdict: wrong_answer
// Message: is not written, or no sum of this tile
    // Solution 3
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int r = row + lane / 4 + i / 2 * 8, c = column + lane % 4 * 2 + i % 2;
        if (row + tile_rows <= m && column + tile_columns <= n) write(r, c, sums.x[i]);
    }
    // end of Solution 3
