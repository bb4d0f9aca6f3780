// Mistake: lane 0 of each warp reads the whole row of the tile
// Verdict: too_much_traffic
// Message: the input is read by too few threads
// Only: virtual
    // Solution 2
    const int column = blockIdx.x * tile_size + threadIdx.x;
    const int first_row = blockIdx.y * tile_size + threadIdx.y;
    for (int step = 0; step < tile_size; step += block_rows) {
        const int row = first_row + step;
        if (row < rows && threadIdx.x == 0) {
            for (int k = 0; k < tile_size && column + k < columns; ++k) {
                tile[threadIdx.y + step][k] = input[row * columns + column + k];
            }
        }
    }
    // end of Solution 2
