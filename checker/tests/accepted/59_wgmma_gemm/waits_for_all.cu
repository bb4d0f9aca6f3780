// Accepted: all products are waited for before the barrier, three rounds are ahead; masks in the
// descriptor
    // Solution 1:
    const std::uint64_t begin = (in_shared(first) & 0x3ffff) >> 4;
    const std::uint64_t along_k = (leading & 0x3ffff) >> 4, down_rows = (stride & 0x3ffff) >> 4;
    return begin + (along_k << 16) + (down_rows << 32);
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
