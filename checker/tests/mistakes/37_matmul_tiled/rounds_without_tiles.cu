// Mistake: rounds without tiles
// Verdict: too_much_traffic
// Message: whatever the shape
// Only: virtual
// Replaces
//|     load_tiles_kernel<<<1, block_of_a_tile>>>(A, B, M, N, K, by, bx, p, a_tile, b_tile);
//|     check(cudaGetLastError());
//| }
//|
    load_tiles_kernel<<<1, block_of_a_tile>>>(A, B, M, N, K, by, bx, p, a_tile, b_tile);
    check(cudaGetLastError());
}

// C after some rounds, without a tile: the elements of A and B from global memory each time.
__global__ void up_to_kernel(const float* A, const float* B, float* C, int M, int N, int K,
                             int end) {
    const int row = blockIdx.y * tile_size + threadIdx.y;
    const int column = blockIdx.x * tile_size + threadIdx.x;
    if (row >= M || column >= N) return;
    float sum = 0.0f;
    for (int k = 0; k < end; ++k) sum += A[row * K + k] * B[k * N + column];
    C[row * N + column] = sum;
}

// end of Replaces
// Replaces
//|     tiled_kernel<<<grid_for(M, N), block_of_a_tile>>>(A, B, C, M, N, K, rounds);
    const int end = rounds * tile_size < K ? rounds * tile_size : K;
    up_to_kernel<<<grid_for(M, N), block_of_a_tile>>>(A, B, C, M, N, K, end);
// end of Replaces
// Replaces
//|     multiply_rounds(A, B, C, M, N, K, (K + tile_size - 1) / tile_size);
    if (M == 0 || N == 0) return;
    tiled_kernel<<<grid_for(M, N), block_of_a_tile>>>(A, B, C, M, N, K,
                                                      (K + tile_size - 1) / tile_size);
    check(cudaGetLastError());
// end of Replaces
