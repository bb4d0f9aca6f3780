// Mistake: the tiles of round 0 in each round
// Verdict: fault
// Message: round
    // Solution 4:
    for (int round = 0; round < stages - 2; ++round) begin_round(round);
    for (int round = 0; round < rounds; ++round) {
        __pipeline_wait_prior(stages - 3);
        show_to_products();
        __syncthreads();
        begin_round(round + stages - 2);
        fence_sums();
#pragma unroll
        for (int i = 0; i < down; ++i)
            begin_products(tiles[round - round], row + group_rows * i, sums[i]);
        commit_products();
        wait_for_products<1>();
    }
    wait_for_products<0>();
    // end of Solution 4
