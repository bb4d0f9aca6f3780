// Mistake: one thread for all rows, whose sum goes on into the next row
// Verdict: wrong_answer
// Message: row 1, column 0
    // Solution 4
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int row = 0; row < rows_here; ++row) {
            for (int column = 0; column < tile_columns; ++column) {
                sum += tile[place<layout>(row, column)];
                tile[place<layout>(row, column)] = sum;
            }
        }
    }
    __syncthreads();
    // end of Solution 4
