// Mistake: the first warp of a block adds up all of its rows, 32 at a time
// Verdict: requirement
// Message: one warp adds up more than its 32 rows
// Only: virtual
    // Solution 4
    __syncthreads();
    for (int row = static_cast<int>(threadIdx.x); threadIdx.x < 32 && row < rows_here; row += 32) {
        int sum = 0;
        for (int column = 0; column < tile_columns; ++column) {
            int& element = tile[place<layout>(row, column)];
            sum += element;
            element = sum;
        }
    }
    __syncthreads();
    // end of Solution 4
