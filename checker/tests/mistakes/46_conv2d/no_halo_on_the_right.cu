// Mistake: each thread fills one column
// Verdict: fault
// Message: Uninitialized __shared__
// Only: virtual
    // Solution 3:
    const int rows = tile_rows + filter.height - 1;
    const int columns = tile_columns + filter.width - 1;
    if (const int c = threadIdx.x; c < columns) {
#pragma unroll 4
        for (int r = threadIdx.y; r < rows; r += threads_y) {
            tile[r][c] =
                pixel(image, by * tile_rows + r - filter.ay, bx * tile_columns + c - filter.ax);
        }
    }
    // end of Solution 3
