// Mistake: the tile begins at its own pixels: no halo above and to the left
// Verdict: wrong_answer
// Message: expected is
    // Solution 3:
    const int rows = tile_rows + filter.height - 1;
    const int columns = tile_columns + filter.width - 1;
    for (int c = threadIdx.x; c < columns; c += tile_columns) {
#pragma unroll 4
        for (int r = threadIdx.y; r < rows; r += threads_y) {
            tile[r][c] =
                pixel(image, by * tile_rows + r, bx * tile_columns + c);
        }
    }
    // end of Solution 3
