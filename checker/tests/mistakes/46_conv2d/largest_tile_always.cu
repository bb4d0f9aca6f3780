// Mistake: the tile is filled for a filter of 15 x 15, whatever the filter
// Verdict: too_much_traffic
// Message: each of the 68 x 36 pixels
// Only: virtual
    // Solution 3:
    const int rows = tile_rows + largest_side - 1;
    const int columns = tile_columns + largest_side - 1;
    for (int c = threadIdx.x; c < columns; c += tile_columns) {
#pragma unroll 4
        for (int r = threadIdx.y; r < rows; r += threads_y) {
            tile[r][c] =
                pixel(image, by * tile_rows + r - filter.ay, bx * tile_columns + c - filter.ax);
        }
    }
    // end of Solution 3
