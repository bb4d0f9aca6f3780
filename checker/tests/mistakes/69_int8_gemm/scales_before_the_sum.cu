// Mistake: each byte is scaled, and scaled products are added in float
// Verdict: wrong_answer
// Message: the whole sum is to be scaled
// Replaces
//| #pragma unroll edges ? 1 : sixteens_of_thread
#pragma unroll
// end of Replaces
// Replaces
//|     for (int round = 1 - stages; round * block_depth < k; ++round) {
//|         if (round >= 0) {
//|             __pipeline_wait_prior(stages - 2);
//|             __syncthreads();
//|         }
    for (int round = 0; round < stages - 1; ++round) bring_round(round);
    for (int round = 0; round * block_depth < k; ++round) {
        // The tiles of this round are here, and no warp still uses those of the last one.
        __pipeline_wait_prior(stages - 2);
        __syncthreads();
// end of Replaces
// Replaces
//|         if (round >= 0) add_tiles(tiles[round % stages], row, column, sums);
        add_tiles(tiles[round % stages], row, column, sums);
// end of Replaces
// Replaces
//|     multiply_any(A, B, m, n, k, Keep{C, n});
//| }
    multiply_any(A, B, m, n, k, Keep{C, n});
}

__global__ void scaled_kernel(const std::int8_t* A, const std::int8_t* B, const float* row_scales,
                              const float* column_scales, float* D, int m, int n, int k) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    float sum = 0.0f;
    for (int p = 0; p < k; ++p)
        sum += A[row * k + p] * row_scales[row] * (B[column * k + p] * column_scales[column]);
    D[row * n + column] = sum;
}
// end of Replaces
// Replaces
//|     multiply_any(A, B, m, n, k, Scale{row_scales, column_scales, D, n});
    if (m == 0 || n == 0) return;
    scaled_kernel<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(A, B, row_scales, column_scales, D, m, n, k);
    check(cudaGetLastError());
// end of Replaces
