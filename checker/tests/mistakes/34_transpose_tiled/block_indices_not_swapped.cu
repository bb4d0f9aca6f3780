// Mistake: the tile is turned but stays in its place
// Verdict: fault
// Message: 
// Only: virtual
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
