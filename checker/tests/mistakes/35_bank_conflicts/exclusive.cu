// Mistake: the sum before the element, without it
// Verdict: wrong_answer
// Message: expected 1, got 0
// Only: virtual
    // Solution 4
    __syncthreads();
    const int row = static_cast<int>(threadIdx.x);
    if (row < rows_here) {
        int sum = 0;
        for (int column = 0; column < tile_columns; ++column) {
            const int own = tile[place<layout>(row, column)];
            tile[place<layout>(row, column)] = sum;
            sum += own;
        }
    }
    __syncthreads();
    // end of Solution 4
