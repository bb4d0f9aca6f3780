// Mistake: the corners of the tile are filled with zeros
// Verdict: wrong_answer
// Message: expected is pixel
    // Solution 3:
    const int top = by * tile_rows - filter.ay, left = bx * tile_columns - filter.ax;
    const int rows = tile_rows + filter.height - 1, columns = tile_columns + filter.width - 1;
    for (int r = threadIdx.y; r < rows; r += threads_y) {
        for (int c = threadIdx.x; c < columns; c += tile_columns) {
            const bool above = r < filter.ay || r >= filter.ay + tile_rows;
            const bool beside = c < filter.ax || c >= filter.ax + tile_columns;
            tile[r][c] = above && beside ? 0.0f : pixel(image, top + r, left + c);
        }
    }
    // end of Solution 3
