// Accepted: two pairs of tiles in turn, so that one barrier for each round is enough; flat indices, fmaf
    // Solution 1:
    for (int place = threadIdx.y * tile_size + threadIdx.x; place < tile_size * tile_size; place += 256) {
        const int row = blockIdx.y * 16 + place / 16, column = blockIdx.x * 16 + place % 16;
        if (row >= M || column >= N) continue;
        const float* a = A + static_cast<std::size_t>(row) * K;
        const float* b = B + column;
        float sum = 0.0f;
        for (int left = K; left > 0; --left, b += N) sum = fmaf(*a++, __ldg(b), sum);
        C[static_cast<std::size_t>(row) * N + column] = sum;
    }
    // end of Solution 1
    // Solution 3:
    const float* row = a_tile[threadIdx.y];
    const float* column = &b_tile[0][threadIdx.x];
    float odd = 0.0f, even = 0.0f;
#pragma unroll
    for (int k = 0; k < tile_size; k += 2) {
        even = fmaf(row[k], column[k * tile_size], even);
        odd = fmaf(row[k + 1], column[(k + 1) * tile_size], odd);
    }
    return even + odd;
    // end of Solution 3
    // Solution 4:
    __shared__ Tile more[2];
    for (int p = 0; p < rounds; ++p) {
        Tile& a = p % 2 ? more[0] : a_tile;
        Tile& b = p % 2 ? more[1] : b_tile;
        fill_tiles(A, B, M, N, K, by, bx, p, a, b);
        __syncthreads();
        sum += product_of_tiles(a, b);
    }
    // end of Solution 4
    // Solution 5:
__device__ float element(const float* matrix, int rows, int columns, int row, int column) {
    if (row >= rows) return 0.0f;
    if (column >= columns) return 0.0f;
    return __ldg(matrix + static_cast<std::size_t>(row) * columns + column);
}

__device__ void put(float* matrix, int rows, int columns, int row, int column, float value) {
    if (row >= rows || column >= columns) return;
    matrix[static_cast<std::size_t>(row) * columns + column] = value;
}

void multiply(const float* A, const float* B, float* C, int M, int N, int K) {
    multiply_rounds(A, B, C, M, N, K, K / tile_size + (K % tile_size != 0));
}
// end of Solution 5
