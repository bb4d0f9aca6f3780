// Mistake: two blocks take all rows, in a loop
// Verdict: requirement
// Message: each thread is to take one row
// Message: rows_kernel was launched with 2 blocks
// Only: virtual
// Replaces
//|     const int row = blockIdx.x * threads_per_block + threadIdx.x;
//|     if (row >= rows) return;
    for (int row = blockIdx.x * threads_per_block + threadIdx.x; row < rows;
         row += gridDim.x * threads_per_block) {
// end of Replaces
    // Solution 1:
        float sum = 0.0f;
        for (int k = offsets[row]; k < offsets[row + 1]; ++k) sum += values[k] * x[columns[k]];
        y[row] = sum;
    }
    // end of Solution 1
// Replaces
//|     const int blocks = (rows + threads_per_block - 1) / threads_per_block;
//|     rows_kernel<<<blocks, threads_per_block>>>(offsets, columns, values, rows, x, y);
    rows_kernel<<<2, threads_per_block>>>(offsets, columns, values, rows, x, y);
// end of Replaces
