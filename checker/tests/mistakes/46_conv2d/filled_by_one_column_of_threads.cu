// Mistake: the threads with x = 0 fill the tile alone
// Verdict: requirement
// Message: by too few threads
// Only: virtual
    // Solution 3:
    const int rows = tile_rows + filter.height - 1;
    const int columns = tile_columns + filter.width - 1;
    for (int r = threadIdx.y; r < rows && threadIdx.x == 0; r += threads_y) {
        for (int c = 0; c < columns; ++c) {
            tile[r][c] = pixel(image, by * tile_rows + r - filter.ay, bx * tile_columns + c - filter.ax);
        }
    }
    // end of Solution 3
