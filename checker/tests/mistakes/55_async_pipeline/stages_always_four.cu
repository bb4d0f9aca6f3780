// Mistake: four stages, whatever count is
// Verdict: fault
// Message: Invalid __shared__ write
// Only: virtual
    // Solution 4
    for (int p = 0; p < count - 1; ++p) {
        if (p < rounds) copy_tiles<Piece>(stages[p], x, by, bx, p, pipe);
        pipe.producer_commit();
    }
    for (int p = 0; p < rounds; ++p) {
        cuda::pipeline_consumer_wait_prior<count - 2>(pipe);
        __syncthreads();
        const int next = p + count - 1;
        if (next < rounds) copy_tiles<Piece>(stages[next % 4], x, by, bx, next, pipe);
        pipe.producer_commit();
        add_products(stages[p % 4], sums);
    }
    // end of Solution 4
