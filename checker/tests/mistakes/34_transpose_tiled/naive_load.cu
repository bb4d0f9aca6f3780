// Mistake: writes along rows and reads along columns, without a tile
// Verdict: too_much_traffic
// Message: reads of the input are not coalesced
// Only: virtual
    // Solution 1
    // end of Solution 1
    // Solution 2
    // end of Solution 2
    // Solution 3
    // end of Solution 3
    // Solution 4
    const int output_column = blockIdx.y * tile_size + threadIdx.x;
    const int first_output_row = blockIdx.x * tile_size + threadIdx.y;
    for (int step = 0; step < tile_size; step += block_rows) {
        const int output_row = first_output_row + step;
        if (output_row < columns && output_column < rows) {
            output[output_row * rows + output_column] = input[output_column * columns + output_row];
        }
    }
    // end of Solution 4
