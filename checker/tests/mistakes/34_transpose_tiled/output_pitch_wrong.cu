// Mistake: the output is addressed with the pitch of the input
// Verdict: fault
// Message: Invalid __global__ write
    // Solution 4
    const int output_column = blockIdx.y * tile_size + threadIdx.x;
    const int first_output_row = blockIdx.x * tile_size + threadIdx.y;
    for (int step = 0; step < tile_size; step += block_rows) {
        const int output_row = first_output_row + step;
        if (output_row < columns && output_column < rows) {
            output[output_row * columns + output_column] = tile[threadIdx.x][threadIdx.y + step];
        }
    }
    // end of Solution 4
