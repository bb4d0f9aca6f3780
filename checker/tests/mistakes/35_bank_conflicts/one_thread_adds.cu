// Mistake: thread 0 adds up all rows of the block
// Verdict: requirement
// Message: too few lanes of a warp work in the tile
// Only: virtual
    // Solution 4
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int row = 0; row < rows_here; ++row) {
            for (int column = 1; column < tile_columns; ++column) {
                tile[place<layout>(row, column)] += tile[place<layout>(row, column - 1)];
            }
        }
    }
    __syncthreads();
    // end of Solution 4
