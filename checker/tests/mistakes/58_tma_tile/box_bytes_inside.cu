// Mistake: only the bytes inside the matrix are announced
// Verdict: fault
// Message: bytes came that were not announced
// Only: virtual
    // Solution 2:
    if (threadIdx.x == 0) {
        const int up = out.rows - row + 1 < box_rows ? out.rows - row + 1 : box_rows;
        const int right = out.columns - column < tile_columns ? out.columns - column : tile_columns;
        announce(there, (up - (row == 0)) * right * sizeof(float));
        begin_load(&box, map, row - 1, column, there);
    }
    wait(there, 0);
    // end of Solution 2
