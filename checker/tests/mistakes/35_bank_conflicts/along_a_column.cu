// Mistake: adds up columns in place of rows
// Verdict: wrong_answer
// Message: row 0, column 1: expected 2, got 1
// Only: virtual
    // Solution 4
    __syncthreads();
    const int column = static_cast<int>(threadIdx.x);
    if (column < tile_columns) {
        int sum = 0;
        for (int row = 0; row < rows_here; ++row) {
            sum += tile[place<layout>(row, column)];
            tile[place<layout>(row, column)] = sum;
        }
    }
    __syncthreads();
    // end of Solution 4
