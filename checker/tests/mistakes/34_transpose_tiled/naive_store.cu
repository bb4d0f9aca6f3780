// Mistake: reads along rows and writes along columns, without a tile
// Verdict: too_much_traffic
// Message: writes of the output are not coalesced
// Only: virtual
    // Solution 1
    // end of Solution 1
    // Solution 2
    const int column = blockIdx.x * tile_size + threadIdx.x;
    const int first_row = blockIdx.y * tile_size + threadIdx.y;
    for (int step = 0; step < tile_size; step += block_rows) {
        const int row = first_row + step;
        if (row < rows && column < columns) {
            output[column * rows + row] = input[row * columns + column];
        }
    }
    // end of Solution 2
    // Solution 3
    // end of Solution 3
    // Solution 4
    // end of Solution 4
