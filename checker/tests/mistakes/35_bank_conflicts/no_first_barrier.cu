// Mistake: adds up rows that other threads have not brought yet
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 4
    const int row = static_cast<int>(threadIdx.x);
    if (row < rows_here) {
        int sum = 0;
        for (int column = 0; column < tile_columns; ++column) {
            sum += tile[place<layout>(row, column)];
            tile[place<layout>(row, column)] = sum;
        }
    }
    __syncthreads();
    // end of Solution 4
