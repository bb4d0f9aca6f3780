// Mistake: the first warp of a block reads the whole tile
// Verdict: requirement
// Message: all warps of a block are to move rows of the tile
// Only: virtual
    // Solution 2
    const int column = blockIdx.x * tile_size + threadIdx.x;
    for (int step = 0; threadIdx.y == 0 && step < tile_size; ++step) {
        const int row = blockIdx.y * tile_size + step;
        if (row < rows && column < columns) tile[step][threadIdx.x] = input[row * columns + column];
    }
    // end of Solution 2
