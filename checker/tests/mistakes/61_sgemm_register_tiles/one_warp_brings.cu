// Mistake: the first warp brings the fours of all warps
// Verdict: requirement
// Message: all warps of a block are to bring fours
// Only: virtual
    // Solution 4
template <bool aligned>
__device__ Brought bring(const float* A, const float* B, int m, int n, int k, int top, int left,
                         int first, int t) {
    return {four_of<aligned>(A, m, k, top + t / 2, first + 4 * (t % 2)),
            four_of<aligned>(B, k, n, first + t / 32, left + 4 * (t % 32))};
}
template <bool aligned>
__device__ Brought bring(const float* A, const float* B, int m, int n, int k, int top, int left,
                         int first) {
    return bring<aligned>(A, B, m, n, k, top, left, first, threadIdx.x);
}

__device__ void keep(Tiles& tiles, const Brought& brought, int t) {
    tiles.a[4 * (t % 2)][t / 2] = brought.a.x;
    tiles.a[4 * (t % 2) + 1][t / 2] = brought.a.y;
    tiles.a[4 * (t % 2) + 2][t / 2] = brought.a.z;
    tiles.a[4 * (t % 2) + 3][t / 2] = brought.a.w;
    *reinterpret_cast<float4*>(&tiles.b[t / 32][4 * (t % 32)]) = brought.b;
}
__device__ void keep(Tiles& tiles, const Brought& brought) { keep(tiles, brought, threadIdx.x); }

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
            for (int j = 0; j < piece; ++j) sums[i][j] += a[i] * b[j];
        }
    }
}
// end of Solution 4
    // Solution 5
    constexpr int warps = square_threads / 32;
    Brought next[warps];
    for (int first = -tile_depth, pair = 1; first < k; first += tile_depth, pair ^= 1) {
#pragma unroll
        for (int w = 0; threadIdx.x < 32 && w < warps; ++w) {
            next[w] = bring<aligned>(A, B, m, n, k, top, left, first + tile_depth,
                                     32 * w + threadIdx.x);
        }
        if (first >= 0) add_fours(tiles[pair], sums);
#pragma unroll
        for (int w = 0; threadIdx.x < 32 && w < warps; ++w) {
            keep(tiles[pair ^ 1], next[w], 32 * w + threadIdx.x);
        }
        __syncthreads();
    }
    // end of Solution 5
