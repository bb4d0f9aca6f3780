// Mistake: three rounds ahead: the tiles of the last round are filled while they are read
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 4:
    for (int round = 0; round < stages - 1; ++round) begin_round(round);
    for (int round = 0; round < rounds; ++round) {
        __pipeline_wait_prior(stages - 2);
        show_to_products();
        __syncthreads();
        begin_round(round + stages - 1);
        fence_sums();
#pragma unroll
        for (int i = 0; i < down; ++i)
            begin_products(tiles[round % stages], row + group_rows * i, sums[i]);
        commit_products();
        wait_for_products<1>();
    }
    wait_for_products<0>();
    // end of Solution 4
