// Mistake: reads the tile along its rows: each tile is moved but not transposed
// Verdict: fault
// Message: was it copied as it is?
// Message: row 0, column 1
// Only: virtual
    // Solution 4
    const int output_column = blockIdx.y * tile_size + threadIdx.x;
    const int first_output_row = blockIdx.x * tile_size + threadIdx.y;
    for (int step = 0; step < tile_size; step += block_rows) {
        const int output_row = first_output_row + step;
        if (output_row < columns && output_column < rows) {
            output[output_row * rows + output_column] = tile[threadIdx.y + step][threadIdx.x];
        }
    }
    // end of Solution 4
