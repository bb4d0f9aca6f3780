// Mistake: each thread moves one element, the other three are forgotten
// Verdict: wrong_answer
// Message: never written
    // Solution 4
    const int output_column = blockIdx.y * tile_size + threadIdx.x;
    const int first_output_row = blockIdx.x * tile_size + threadIdx.y;
    for (int step = 0; step < block_rows; step += block_rows) {
        const int output_row = first_output_row + step;
        if (output_row < columns && output_column < rows) {
            output[output_row * rows + output_column] = tile[threadIdx.x][threadIdx.y + step];
        }
    }
    // end of Solution 4
