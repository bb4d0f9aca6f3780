// Mistake: neighbouring threads bring neighbouring rows
// Verdict: too_much_traffic
// Message: neighbouring columns
// Only: virtual
    // Solution 3:
    const int rows = tile_rows + filter.height - 1;
    const int columns = tile_columns + filter.width - 1;
    for (int r = threadIdx.x; r < rows; r += tile_columns) {
        for (int c = threadIdx.y; c < columns; c += threads_y) {
            tile[r][c] = pixel(image, by * tile_rows + r - filter.ay, bx * tile_columns + c - filter.ax);
        }
    }
    // end of Solution 3
