// Mistake: the last round is missing
// Verdict: wrong_answer
// Message: this is the state after
    // Solution 2
    for (int p = 0; p < rounds - 1; ++p) {
        copy_tiles<Piece>(stage, x, by, bx, p, pipe);
        pipe.producer_commit();
        cuda::pipeline_consumer_wait_prior<0>(pipe);
        __syncthreads();
        add_products(stage, sums);
        __syncthreads();
    }
    // end of Solution 2
