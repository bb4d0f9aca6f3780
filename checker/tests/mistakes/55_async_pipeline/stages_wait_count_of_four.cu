// Mistake: the wait count is that of four stages
// Verdict: fault
// Message: a copy of its own is on its way there
// Only: virtual
    // Solution 4
    for (int p = 0; p < count - 1; ++p) {
        if (p < rounds) copy_tiles<Piece>(stages[p], x, by, bx, p, pipe);
        pipe.producer_commit();
    }
    for (int p = 0; p < rounds; ++p) {
        cuda::pipeline_consumer_wait_prior<2>(pipe);
        __syncthreads();
        const int next = p + count - 1;
        if (next < rounds) copy_tiles<Piece>(stages[next % count], x, by, bx, next, pipe);
        pipe.producer_commit();
        add_products(stages[p % count], sums);
    }
    // end of Solution 4
