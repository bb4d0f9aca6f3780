// Mistake: the stage that is being filled is multiplied
// Verdict: fault
// Message: was never written in this block
// Only: virtual
    // Solution 3
    if (rounds > 0) copy_tiles<Piece>(stages[0], x, by, bx, 0, pipe);
    pipe.producer_commit();
    for (int p = 0; p < rounds; ++p) {
        cuda::pipeline_consumer_wait_prior<0>(pipe);
        __syncthreads();
        if (p + 1 < rounds) copy_tiles<Piece>(stages[(p + 1) % 2], x, by, bx, p + 1, pipe);
        pipe.producer_commit();
        add_products(stages[(p + 1) % 2], sums);
    }
    // end of Solution 3
