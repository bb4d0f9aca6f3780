// Mistake: blocks in y go along the columns: of more than 2097120 columns nothing is left
// Verdict: fault
// Message: input of 1 row and 2100000 columns
    // Solution 2
    const int column = blockIdx.y * tile_size + threadIdx.x;
    const int first_row = blockIdx.x * tile_size + threadIdx.y;
    for (int step = 0; step < tile_size; step += block_rows) {
        const int row = first_row + step;
        if (row < rows && column < columns) {
            tile[threadIdx.y + step][threadIdx.x] = input[row * columns + column];
        }
    }
    // end of Solution 2
    // Solution 4
    const int output_column = blockIdx.x * tile_size + threadIdx.x;
    const int first_output_row = blockIdx.y * tile_size + threadIdx.y;
    for (int step = 0; step < tile_size; step += block_rows) {
        const int output_row = first_output_row + step;
        if (output_row < columns && output_column < rows) {
            output[output_row * rows + output_column] = tile[threadIdx.x][threadIdx.y + step];
        }
    }
    // end of Solution 4
// Replaces
//|     const dim3 grid((columns + tile_size - 1) / tile_size, (rows + tile_size - 1) / tile_size);
    const dim3 grid((rows + tile_size - 1) / tile_size, (columns + tile_size - 1) / tile_size);
// end of Replaces
