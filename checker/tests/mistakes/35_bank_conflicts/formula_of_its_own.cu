// Mistake: uses the tile without the layout that it was filled by
// Verdict: fault
// Message: layout: padded
// Message: was all of the tile filled, is the index right?
// Only: virtual
    // Solution 4
    __syncthreads();
    const int row = static_cast<int>(threadIdx.x);
    if (row < rows_here) {
        int sum = 0;
        for (int column = 0; column < tile_columns; ++column) {
            sum += tile[row * tile_columns + column];
            tile[row * tile_columns + column] = sum;
        }
    }
    __syncthreads();
    // end of Solution 4
