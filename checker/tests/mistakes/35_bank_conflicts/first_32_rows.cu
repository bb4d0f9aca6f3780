// Mistake: only one warp works
// Verdict: wrong_answer
// Message: row 32
    // Solution 4
    __syncthreads();
    const int row = static_cast<int>(threadIdx.x);
    if (row < rows_here && row < 32) {
        int sum = 0;
        for (int column = 0; column < tile_columns; ++column) {
            sum += tile[place<layout>(row, column)];
            tile[place<layout>(row, column)] = sum;
        }
    }
    __syncthreads();
    // end of Solution 4
