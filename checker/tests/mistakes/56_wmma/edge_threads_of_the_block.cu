// Mistake: lanes are counted in the block
// Verdict: wrong_answer
// Message: never written
// Solution 5

// Elements (row, column) to (row, column + 7) of a matrix of so many rows and columns, row-major,
// which begins anywhere. 0 for those that the matrix does not have. One at a time: if `columns` is
// no multiple of 8, rows begin where no 16 bytes can be read at once.
__device__ Eight eight_at_edge(const half* matrix, int rows, int columns, int row, int column) {
    Eight eight;
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        const bool there = row < rows && column + i < columns;
        eight.of[i] = there ? matrix[row * columns + column + i] : __float2half(0.0f);
    }
    return eight;
}

// Writes that part of a tile of D that D has: sums + C. The tile begins at (row, column); C and D
// are m x n and begin anywhere. store_matrix_sync writes whole tiles, so it writes into `patch`,
// which is the warp's own place in shared memory. From there each lane takes elements whose row and
// column it knows. The barriers of the warp stand between the lanes' stores and loads, and before
// the patch is used for the next tile.
__device__ void finish_at_edge(const Sums& sums, float (&patch)[side * side], const float* C,
                               float* D, int m, int n, int row, int column) {
    wmma::store_matrix_sync(patch, sums, side, wmma::mem_row_major);
    __syncwarp();
    for (int i = threadIdx.x; i < side * side; i += 32) {
        const int r = row + i / side, c = column + i % side;
        if (r < m && c < n) D[r * n + c] = C[r * n + c] + patch[i];
    }
    __syncwarp();
}
// end of Solution 5
