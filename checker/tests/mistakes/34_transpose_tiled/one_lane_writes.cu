// Mistake: lane 0 of each warp writes the whole row of the output
// Verdict: too_much_traffic
// Message: the output is written by too few threads
// Only: virtual
    // Solution 4
    const int output_column = blockIdx.y * tile_size + threadIdx.x;
    const int first_output_row = blockIdx.x * tile_size + threadIdx.y;
    for (int step = 0; step < tile_size; step += block_rows) {
        const int output_row = first_output_row + step;
        if (output_row < columns && threadIdx.x == 0) {
            for (int k = 0; k < tile_size && output_column + k < rows; ++k) {
                output[output_row * rows + output_column + k] = tile[k][threadIdx.y + step];
            }
        }
    }
    // end of Solution 4
