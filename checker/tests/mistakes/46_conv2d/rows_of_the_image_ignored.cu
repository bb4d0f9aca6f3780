// Mistake: a block of the last row reads rows beyond the image
// Verdict: fault
// Message: out of bounds
// Only: virtual
    // Solution 3:
    const int rows = tile_rows + filter.height - 1;
    const int columns = tile_columns + filter.width - 1;
    for (int c = threadIdx.x; c < columns; c += tile_columns) {
        for (int r = threadIdx.y; r < rows; r += threads_y) {
            const int y = by * tile_rows + r - filter.ay, x = bx * tile_columns + c - filter.ax;
            tile[r][c] = y < 0 || x < 0 || x >= image.width ? 0.0f : image.pixels[y * image.width + x];
        }
    }
    // end of Solution 3
