// Accepted: tiles of D numbered column by column; both fragments of B kept, and those of A one after the other; eights of 16 bytes where they are whole; two elements of the patch per lane at a time
    // Solution 3
    const int rows = m / side;
    const int tile = blockIdx.x * warps_of_tiles + threadIdx.x / 32;
    if (tile >= rows * (n / side)) return;
    const int row = tile % rows * side, column = tile / rows * side;
    Sums sums;
    wmma::load_matrix_sync(sums, C + row * ldc + column, ldc, wmma::mem_row_major);
    FragmentA a;
    FragmentB b;
    for (int p = 0; p < k; p += side) {
        wmma::load_matrix_sync(a, A + row * lda + p, lda);
        wmma::load_matrix_sync(b, B + column * ldb + p, ldb);
        wmma::mma_sync(sums, a, b, sums);
    }
    wmma::store_matrix_sync(D + row * ldd + column, sums, ldd, wmma::mem_row_major);
    // end of Solution 3
    // Solution 4
#pragma unroll
    for (int step = 0; step < block_depth / side; ++step) {
        FragmentB b[across];
        for (int j = 0; j < across; ++j)
            wmma::load_matrix_sync(b[j], tiles.b[column + side * j] + step * side, pitch);
        for (int i = 0; i < down; ++i) {
            FragmentA a;
            wmma::load_matrix_sync(a, tiles.a[row + side * i] + step * side, pitch);
            for (int j = 0; j < across; ++j) wmma::mma_sync(sums[i][j], a, b[j], sums[i][j]);
        }
    }
    // end of Solution 4
// Solution 5
__device__ Eight eight_at_edge(const half* matrix, int rows, int columns, int row, int column) {
    Eight eight{};
    if (row >= rows || column >= columns) return eight;
    const half* from = matrix + row * columns + column;
    if (column + 8 <= columns && reinterpret_cast<std::uintptr_t>(from) % sizeof(Eight) == 0)
        return *reinterpret_cast<const Eight*>(from);
    for (int i = 0; i < 8; ++i)
        if (column + i < columns) eight.of[i] = from[i];
    return eight;
}

__device__ void finish_at_edge(const Sums& sums, float (&patch)[side * side], const float* C,
                               float* D, int m, int n, int row, int column) {
    const int lane = threadIdx.x & 31;
    __syncwarp();
    wmma::store_matrix_sync(patch, sums, side, wmma::mem_row_major);
    __syncwarp();
    if (row >= m || column >= n) return;
    const int c = column + lane % side;
    if (c >= n) return;
    for (int r = lane / side; r < side && row + r < m; r += 2) {
        const int at = (row + r) * n + c;
        D[at] = patch[r * side + lane % side] + C[at];
    }
}
// end of Solution 5
