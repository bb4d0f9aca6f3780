// Mistake: blocks have 8 rows, so a grid has too many of them for 1,048,560 rows
// Verdict: fault
// Message: the most in y and z is 65535
// Replaces
//|     const int row = blockIdx.y * tile_size + threadIdx.y;
//|     const int column = blockIdx.x * tile_size + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
// end of Replaces
// Replaces
//|     naive_kernel<<<grid_for(M, N), block_of_a_tile>>>(A, B, C, M, N, K);
    const dim3 block(32, 8), grid((N + 31) / 32, (M + 7) / 8);
    naive_kernel<<<grid, block>>>(A, B, C, M, N, K);
// end of Replaces
