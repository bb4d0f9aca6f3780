// Accepted: two of the four tiles in turn, a group for each product, the barrier behind it; one
// warp's fence for all; descriptors that are moved on by adding to them; pairs of sums
    // Solution 2:
__device__ void begin_products(const Tiles& tiles, int row, Sums& sums) {
    std::uint64_t a = descriptor(&tiles.a[row], 1024);
    std::uint64_t b = descriptor(&tiles.b, 1024);
    for (int step = 0; step < 4; ++step, a += 2, b += 2) begin_product(sums, a, b);
}

__device__ void multiply_tile(const Tiles& tiles, Sums& sums) {
    __syncthreads();
    if (threadIdx.x < 32) show_to_products();
    __syncthreads();
    fence_sums();
    begin_products(tiles, 0, sums);
    commit_products();
    wait_for_products<0>();
}
    // end of Solution 2
    // Solution 3:
    const int r = row + static_cast<int>(threadIdx.x) % 128 / 32 * 16 + threadIdx.x % 32 / 4;
#pragma unroll
    for (int group = 0; group < 16; ++group) {
#pragma unroll
        for (int lower = 0; lower < 2; ++lower) {
            const int c = column + 8 * group + 2 * static_cast<int>(threadIdx.x % 4);
            if (r + 8 * lower >= m) continue;
            float* to = D + (r + 8 * lower) * n + c;
            if (c < n) to[0] = sums.x[4 * group + 2 * lower];
            if (c + 1 < n) to[1] = sums.x[4 * group + 2 * lower + 1];
        }
    }
    // end of Solution 3
    // Solution 4:
    static_assert(down == 2);
    const auto fill_tiles = [&](int round) {
        if (round < rounds) {
            Tiles& to = tiles[round & 1];
            fill<edges, 256>(to.b, B, n, k, left, 64 * round);
            fill<edges, 256>(to.a, A, m, k, top, 64 * round);
        }
    };
    fill_tiles(0);
    for (int round = 0; round < rounds; ++round) {
        __pipeline_commit();
        __pipeline_wait_prior(0);
        show_to_products();
        __syncthreads();
        fence_sums();
        begin_products(tiles[round & 1], row, sums[0]);
        commit_products();
        begin_products(tiles[round & 1], row + 64, sums[1]);
        commit_products();
        fill_tiles(round + 1);
        wait_for_products<1>();
        wait_for_products<0>();
        __syncthreads();
    }
    // end of Solution 4
