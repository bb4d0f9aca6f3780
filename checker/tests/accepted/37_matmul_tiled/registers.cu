// Accepted: multiply by tiles of 64 x 64, 4 x 4 elements for each thread in registers; the rest by tiles of 16 x 16
    // Solution 5:
__device__ float element(const float* matrix, int rows, int columns, int row, int column) {
    const bool inside = static_cast<unsigned>(row) < static_cast<unsigned>(rows) &&
                        static_cast<unsigned>(column) < static_cast<unsigned>(columns);
    return inside ? matrix[row * columns + column] : 0.0f;
}

__device__ void put(float* matrix, int rows, int columns, int row, int column, float value) {
    if (row < rows && column < columns) matrix[row * columns + column] = value;
}

// 16 x 16 threads, each with the elements (y + 16 i, x + 16 j) of a tile of 64 x 64.
__global__ void wide_kernel(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ float a[64][17], b[16][64];
    const int x = threadIdx.x, y = threadIdx.y, top = blockIdx.y * 64, left = blockIdx.x * 64;
    float sums[4][4] = {};
    for (int p = 0; p < K; p += 16) {
        for (int i = 0; i < 4; ++i) {
            a[y + 16 * i][x] = element(A, M, K, top + y + 16 * i, p + x);
            b[y][x + 16 * i] = element(B, K, N, p + y, left + x + 16 * i);
        }
        __syncthreads();
        for (int k = 0; k < 16; ++k)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j) sums[i][j] += a[y + 16 * i][k] * b[k][x + 16 * j];
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) put(C, M, N, top + y + 16 * i, left + x + 16 * j, sums[i][j]);
}

void multiply(const float* A, const float* B, float* C, int M, int N, int K) {
    if (M == 0 || N == 0) return;
    const dim3 grid((N + 63) / 64, (M + 63) / 64);
    wide_kernel<<<grid, block_of_a_tile>>>(A, B, C, M, N, K);
    check(cudaGetLastError());
}
// end of Solution 5
