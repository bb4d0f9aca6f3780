// Mistake: rows and columns are swapped in the guard of the store
// Verdict: fault
// Message: never written
// Message: rectangular matrices of whole tiles
    // Solution 4
    const int output_column = blockIdx.y * tile_size + threadIdx.x;
    const int first_output_row = blockIdx.x * tile_size + threadIdx.y;
    for (int step = 0; step < tile_size; step += block_rows) {
        const int output_row = first_output_row + step;
        if (output_row < rows && output_column < columns) {
            output[output_row * rows + output_column] = tile[threadIdx.x][threadIdx.y + step];
        }
    }
    // end of Solution 4
