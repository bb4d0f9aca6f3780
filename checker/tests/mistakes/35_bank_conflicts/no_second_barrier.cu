// Mistake: the tile goes out before its rows are done
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 4
    __syncthreads();
    const int row = static_cast<int>(threadIdx.x);
    if (row < rows_here) {
        int sum = 0;
        for (int column = 0; column < tile_columns; ++column) {
            sum += tile[place<layout>(row, column)];
            tile[place<layout>(row, column)] = sum;
        }
    }
    // end of Solution 4
