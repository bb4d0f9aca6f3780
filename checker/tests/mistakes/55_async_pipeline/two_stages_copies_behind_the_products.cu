// Mistake: the next copies begin behind the products, and are waited for at once
// Verdict: requirement
// Message: no products stand between
// Only: virtual
    // Solution 3
    if (rounds > 0) copy_tiles<Piece>(stages[0], x, by, bx, 0, pipe);
    pipe.producer_commit();
    for (int p = 0; p < rounds; ++p) {
        cuda::pipeline_consumer_wait_prior<0>(pipe);
        __syncthreads();
        add_products(stages[p % 2], sums);
        if (p + 1 < rounds) copy_tiles<Piece>(stages[(p + 1) % 2], x, by, bx, p + 1, pipe);
        pipe.producer_commit();
    }
    // end of Solution 3
