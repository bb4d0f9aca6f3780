// Mistake: rows and columns are counted in 16 bits
// Verdict: fault
// Message: Invalid __global__ read of size 4 bytes
// Only: virtual
    // Solution 4:
template <bool aligned>
__device__ Brought bring(const float* A, const float* B, short m, short n, short k, short top,
                         short left, short first) {
    const int t = threadIdx.x;
    return {four_of<aligned>(A, m, k, top + t / 2, first + 4 * (t % 2)),
            four_of<aligned>(B, k, n, first + t / 32, left + 4 * (t % 32))};
}

__device__ void keep(Tiles& tiles, const Brought& brought) {
    const int t = threadIdx.x;
    tiles.a[4 * (t % 2)][t / 2] = brought.a.x;
    tiles.a[4 * (t % 2) + 1][t / 2] = brought.a.y;
    tiles.a[4 * (t % 2) + 2][t / 2] = brought.a.z;
    tiles.a[4 * (t % 2) + 3][t / 2] = brought.a.w;
    *reinterpret_cast<float4*>(&tiles.b[t / 32][4 * (t % 32)]) = brought.b;
}

__device__ void add_fours(const Tiles& tiles, float (&sums)[piece][piece]) {
#pragma unroll
    for (int k = 0; k < tile_depth; ++k) {
        float a[piece], b[piece];
#pragma unroll
        for (int i = 0; i < piece; i += 4) {
            read_four(&tiles.a[k][row_of(i)], a + i);
            read_four(&tiles.b[k][column_of(i)], b + i);
        }
#pragma unroll
        for (int i = 0; i < piece; ++i) {
#pragma unroll
            for (int j = 0; j < piece; ++j) {
                sums[i][j] += a[i] * b[j];
            }
        }
    }
}
// end of Solution 4
