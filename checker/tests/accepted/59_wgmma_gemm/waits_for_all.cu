// Accepted: all products are waited for before the barrier, three rounds are ahead; masks and a leading
// offset in the descriptor
    // Solution 1:
__device__ int place_of(int row, int piece) {
    const int within = row & 7;
    return (piece | within) - (piece & within);
}

__device__ std::uint64_t descriptor(const void* first, unsigned stride) {
    const std::uint64_t begin = (in_shared(first) & 0x3ffff) >> 4;
    const std::uint64_t leading = 1, down_rows = (stride & 0x3ffff) >> 4;
    return begin + (leading << 16) + (down_rows << 32) + (std::uint64_t{1} << 62);
}
    // end of Solution 1
    // Solution 4:
    for (int round = 0; round < stages - 1; ++round) begin_round(round);
    for (int round = 0; round < rounds; ++round) {
        __pipeline_wait_prior(stages - 2);
        wait_for_products<0>();
        show_to_products();
        __syncthreads();
        fence_sums();
        for (int i = 0; i < down; ++i)
            begin_products(tiles[round % stages], row + 64 * i, sums[i]);
        commit_products();
        begin_round(round + stages - 1);
    }
    wait_for_products<0>();
    // end of Solution 4
