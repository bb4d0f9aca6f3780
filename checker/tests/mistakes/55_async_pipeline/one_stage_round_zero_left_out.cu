// Mistake: the rounds begin with 1
// Verdict: wrong_answer
// Message: nothing was added up
    // Solution 2
    for (int p = 1; p < rounds; ++p) {
        copy_tiles<Piece>(stage, x, by, bx, p, pipe);
        pipe.producer_commit();
        cuda::pipeline_consumer_wait_prior<0>(pipe);
        __syncthreads();
        add_products(stage, sums);
        __syncthreads();
    }
    // end of Solution 2
