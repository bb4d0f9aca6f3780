// Mistake: no commit in the loop: from round 1 on there is no batch to wait for
// Verdict: fault
// Message: a copy of its own is on its way there
// Only: virtual
    // Solution 3
    if (rounds > 0) copy_tiles<Piece>(stages[0], x, by, bx, 0, pipe);
    pipe.producer_commit();
    for (int p = 0; p < rounds; ++p) {
        cuda::pipeline_consumer_wait_prior<0>(pipe);
        __syncthreads();
        if (p + 1 < rounds) copy_tiles<Piece>(stages[(p + 1) % 2], x, by, bx, p + 1, pipe);
        add_products(stages[p % 2], sums);
    }
    // end of Solution 3
