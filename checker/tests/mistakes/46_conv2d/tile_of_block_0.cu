// Mistake: the block index is not part of the place
// Verdict: wrong_answer
// Message: expected is pixel
    // Solution 3:
    const int rows = tile_rows + filter.height - 1;
    const int columns = tile_columns + filter.width - 1;
    for (int c = threadIdx.x; c < columns; c += tile_columns) {
#pragma unroll 4
        for (int r = threadIdx.y; r < rows; r += threads_y) {
            tile[r][c] =
                pixel(image, r - filter.ay, c - filter.ax);
        }
    }
    // end of Solution 3
