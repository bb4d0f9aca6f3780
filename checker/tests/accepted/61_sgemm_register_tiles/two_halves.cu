// Accepted: each thread takes fours of sums from registers named one by one; the pieces are multiplied in two halves; A's fours are brought by other threads
    // Solution 3
    float* const all = &sums[0][0];
#pragma unroll
    for (int k = 0; k < tile_depth; ++k) {
#pragma unroll
        for (int ij = 0; ij < piece * piece; ++ij) all[ij] += a_tile[y + ij / piece * 16][k] * b_tile[k][x + ij % piece * 16];
    }
    // end of Solution 3
// Solution 4

// The fours that thread t of 256 brings for the tiles that begin at A(top, first) and
// B(first, left).
template <bool aligned>
__device__ Brought bring(const float* A, const float* B, int m, int n, int k, int top, int left,
                         int first) {
    const int t = threadIdx.x, other = t ^ 1;
    return {four_of<aligned>(A, m, k, top + other / 2, first + 4 * (other % 2)),
            four_of<aligned>(B, k, n, first + t / 32, left + 4 * (t % 32))};
}

// Puts them where they belong in the tiles.
__device__ void keep(Tiles& tiles, const Brought& brought) {
    const int t = threadIdx.x;
    float* const column = &tiles.a[4 * ((t ^ 1) % 2)][t / 2];
    constexpr int row = sizeof tiles.a[0] / sizeof(float);
    column[0] = brought.a.x;
    column[row] = brought.a.y;
    column[2 * row] = brought.a.z;
    column[3 * row] = brought.a.w;
    *reinterpret_cast<float4*>(&tiles.b[t / 32][4 * (t % 32)]) = brought.b;
}

// Adds to the thread's 8 x 8 sums what the tiles contribute: sums[i][j] belongs to row row_of(i)
// and column column_of(j) of the tile of C.
__device__ void add_fours(const Tiles& tiles, float (&sums)[piece][piece]) {
#pragma unroll
    for (int k = 0; k < tile_depth; ++k) {
        float b[piece];
        read_four(&tiles.b[k][column_of(0)], b);
        read_four(&tiles.b[k][column_of(4)], b + 4);
#pragma unroll
        for (int half = 0; half < piece; half += 4) {
            float a[4];
            read_four(&tiles.a[k][row_of(half)], a);
#pragma unroll
            for (int j = 0; j < piece; ++j) {
                sums[half][j] += a[0] * b[j];
                sums[half + 1][j] += a[1] * b[j];
                sums[half + 2][j] += a[2] * b[j];
                sums[half + 3][j] += a[3] * b[j];
            }
        }
    }
}
// end of Solution 4
    // Solution 5
    Tiles *now = &tiles[0], *then = &tiles[1];
    Brought next = bring<aligned>(A, B, m, n, k, top, left, 0);
    for (int first = 0; first < k; first += tile_depth) {
        keep(*now, next);
        __syncthreads();
        next = bring<aligned>(A, B, m, n, k, top, left, first + tile_depth);
        add_fours(*now, sums);
        Tiles* const other = now;
        now = then;
        then = other;
    }
    // end of Solution 5
