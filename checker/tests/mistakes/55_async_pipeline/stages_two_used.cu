// Mistake: two stages in turn, whatever count is
// Verdict: requirement
// Message: leave at most 0 batches open
// Only: virtual
    // Solution 4
    for (int p = 0; p < 1; ++p) {
        if (p < rounds) copy_tiles<Piece>(stages[p], x, by, bx, p, pipe);
        pipe.producer_commit();
    }
    for (int p = 0; p < rounds; ++p) {
        cuda::pipeline_consumer_wait_prior<0>(pipe);
        __syncthreads();
        const int next = p + 1;
        if (next < rounds) copy_tiles<Piece>(stages[next % 2], x, by, bx, next, pipe);
        pipe.producer_commit();
        add_products(stages[p % 2], sums);
    }
    // end of Solution 4
