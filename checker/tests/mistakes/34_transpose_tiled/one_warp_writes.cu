// Mistake: the first warp of a block writes the whole tile
// Verdict: requirement
// Message: all warps of a block are to move rows of the tile
// Only: virtual
    // Solution 4
    const int output_column = blockIdx.y * tile_size + threadIdx.x;
    for (int step = 0; threadIdx.y == 0 && step < tile_size; ++step) {
        const int output_row = blockIdx.x * tile_size + step;
        if (output_row < columns && output_column < rows) {
            output[output_row * rows + output_column] = tile[threadIdx.x][step];
        }
    }
    // end of Solution 4
