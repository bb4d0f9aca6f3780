// Mistake: each round is waited for as soon as it has begun
// Verdict: requirement
// Message: as soon as their copies have begun
// Only: virtual
    // Solution 4:
    
    for (int round = 0; round < rounds; ++round) {
        begin_round(round);
        __pipeline_wait_prior(0);
        show_to_products();
        __syncthreads();
        fence_sums();
#pragma unroll
        for (int i = 0; i < down; ++i)
            begin_products(tiles[round % stages], row + group_rows * i, sums[i]);
        commit_products();
        wait_for_products<0>();
        __syncthreads();
    }
    // end of Solution 4
