// Mistake: the first warp of a block brings the whole tile
// Verdict: requirement
// Message: all warps of a block are to bring rows of the tile
// Only: virtual
    // Solution 3
    const int rows = tile_rows + filter.height - 1;
    const int columns = tile_columns + filter.width - 1;
    for (int c = threadIdx.x; threadIdx.y == 0 && c < columns; c += tile_columns) {
        for (int r = 0; r < rows; ++r) {
            tile[r][c] =
                pixel(image, by * tile_rows + r - filter.ay, bx * tile_columns + c - filter.ax);
        }
    }
    // end of Solution 3
