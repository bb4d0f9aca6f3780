// Accepted: a barrier behind the products of each round, too; more fences than it takes; sums by
// rows; the last products are waited for inside the loop
    // Solution 3:
    const int warp = threadIdx.x / 32 & 3, lane = threadIdx.x & 31;
    const auto put = [&](int r, int c, float sum) {
        if (r < m && c < n) D[static_cast<std::size_t>(r) * n + c] = sum;
    };
#pragma unroll
    for (int half_of = 0; half_of < 2; ++half_of) {
        const int r = row + 16 * warp + 8 * half_of + (lane >> 2);
#pragma unroll
        for (int j = 0; j < 16; ++j) {
            put(r, column + 8 * j + (lane & 3) * 2, sums.x[4 * j + 2 * half_of]);
            put(r, column + 8 * j + (lane & 3) * 2 + 1, sums.x[4 * j + 2 * half_of + 1]);
        }
    }
    // end of Solution 3
    // Solution 4:
    begin_round(0);
    for (int round = 0; round < rounds; ++round) {
        begin_round(round + 1);
        __pipeline_wait_prior(1);
        show_to_products();
        show_to_products();
        __syncthreads();
        fence_sums();
        begin_products(tiles[round % stages], row, sums[0]);
        fence_sums();
        begin_products(tiles[round % stages], row + group_rows, sums[1]);
        commit_products();
        if (round + 1 < rounds)
            wait_for_products<1>();
        else
            wait_for_products<0>();
        __syncthreads();
    }
    // end of Solution 4
