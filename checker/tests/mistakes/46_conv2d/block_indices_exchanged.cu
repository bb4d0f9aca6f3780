// Mistake: bx counts rows
// Verdict: wrong_answer
// Message: expected is pixel
    // Solution 3:
    const int rows = tile_rows + filter.height - 1;
    const int columns = tile_columns + filter.width - 1;
    for (int c = threadIdx.x; c < columns; c += tile_columns) {
#pragma unroll 4
        for (int r = threadIdx.y; r < rows; r += threads_y) {
            tile[r][c] =
                pixel(image, bx * tile_rows + r - filter.ay, by * tile_columns + c - filter.ax);
        }
    }
    // end of Solution 3
