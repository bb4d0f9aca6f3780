// Mistake: one block adds up all rows, tile after tile
// Verdict: requirement
// Message: running_sums() left the work of running_sums_kernel
// Only: virtual
    // Replaces
//|     const std::size_t first = std::size_t{blockIdx.x} * rows_per_block;
    for (std::size_t first = 0; first < rows; first += rows_per_block) {
    // end of Replaces
    // Replaces
//|     input += first * tile_columns;
//|     output += first * tile_columns;
    const int* const from = input + first * tile_columns;
    int* const to = output + first * tile_columns;
    // end of Replaces
    // Replaces
//|         tile[place<layout>(k / tile_columns, k % tile_columns)] = input[k];
        tile[place<layout>(k / tile_columns, k % tile_columns)] = from[k];
    // end of Replaces
    // Replaces
//|         output[k] = tile[place<layout>(k / tile_columns, k % tile_columns)];
        to[k] = tile[place<layout>(k / tile_columns, k % tile_columns)];
    }
    __syncthreads(); // the next tile is filled in its place
    // end of Replaces
    // Replaces
//|     kernel<<<blocks, rows_per_block>>>(input, output, rows);
    kernel<<<blocks - blocks + 1, rows_per_block>>>(input, output, rows);
    // end of Replaces
