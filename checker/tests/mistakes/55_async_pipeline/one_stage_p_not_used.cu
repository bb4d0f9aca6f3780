// Mistake: the tiles of round 0 in each round
// Verdict: wrong_answer
// Message: each round has multiplied the tiles of round 0
    // Solution 2
    for (int p = 0; p < rounds; ++p) {
        copy_tiles<Piece>(stage, x, by, bx, 0, pipe);
        pipe.producer_commit();
        cuda::pipeline_consumer_wait_prior<0>(pipe);
        __syncthreads();
        add_products(stage, sums);
        __syncthreads();
    }
    // end of Solution 2
