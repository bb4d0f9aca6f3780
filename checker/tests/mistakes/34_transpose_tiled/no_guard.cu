// Mistake: no guard at all: right for whole tiles alone
// Verdict: fault
// Message: Invalid __global__ read of size 4 bytes
    // Solution 2
    const int column = blockIdx.x * tile_size + threadIdx.x;
    const int first_row = blockIdx.y * tile_size + threadIdx.y;
    for (int step = 0; step < tile_size; step += block_rows) {
        const int row = first_row + step;
        {
            tile[threadIdx.y + step][threadIdx.x] = input[row * columns + column];
        }
    }
    // end of Solution 2
    // Solution 4
    const int output_column = blockIdx.y * tile_size + threadIdx.x;
    const int first_output_row = blockIdx.x * tile_size + threadIdx.y;
    for (int step = 0; step < tile_size; step += block_rows) {
        const int output_row = first_output_row + step;
        {
            output[output_row * rows + output_column] = tile[threadIdx.x][threadIdx.y + step];
        }
    }
    // end of Solution 4
