// Mistake: the last column of the tile is brought once more, by a loop of its own
// Verdict: too_much_traffic
// Message: each of the 68 x 36 pixels
// Only: virtual
    // Solution 3:
    const int rows = tile_rows + filter.height - 1, columns = tile_columns + filter.width - 1;
    const int top = by * tile_rows - filter.ay, left = bx * tile_columns - filter.ax;
    for (int r = threadIdx.y; r < rows; r += threads_y) {
        for (int c = threadIdx.x; c < columns; c += tile_columns) {
            tile[r][c] = pixel(image, top + r, left + c);
        }
        const int last = columns - 1;
        if (threadIdx.x == last % tile_columns) {
            __threadfence_block(); // so that the compiler cannot take one for the other
            tile[r][last] = pixel(image, top + r, left + last);
        }
    }
    // end of Solution 3
