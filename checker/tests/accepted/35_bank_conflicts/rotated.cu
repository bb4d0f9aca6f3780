// Accepted: arrays in place of sets; rows that are rotated; a pad of 33 words made by the bank; sums that begin at the second column
    // Solution 1
    for (int bank = 0; bank < 32; ++bank) {
        int different = 0;
        for (int lane = 0; lane < 32; ++lane) {
            bool is_new = words[lane] % 32 == bank;
            for (int before = 0; before < lane; ++before) is_new = is_new && words[before] != words[lane];
            different += is_new;
        }
        if (different > degree) degree = different;
    }
    // end of Solution 1
    // Solution 2
    return tile_columns * row + column + row;
    // end of Solution 2
    // Solution 3
    return row * tile_columns + (column + row) % tile_columns;
    // end of Solution 3
    // Solution 4
    __syncthreads();
    if (const int row = threadIdx.x; row < rows_here) {
        for (int column = 1; column < tile_columns; ++column) {
            tile[place<layout>(row, column)] += tile[place<layout>(row, column - 1)];
        }
    }
    __syncthreads();
    // end of Solution 4
