// Mistake: all stages are filled first, so that the next copies go into the one that is being read
// Verdict: fault
// Message: a copy of its own is on its way there
// Only: virtual
    // Solution 4
    for (int p = 0; p < count; ++p) {
        if (p < rounds) copy_tiles<Piece>(stages[p], x, by, bx, p, pipe);
        pipe.producer_commit();
    }
    for (int p = 0; p < rounds; ++p) {
        cuda::pipeline_consumer_wait_prior<count - 1>(pipe);
        __syncthreads();
        const int next = p + count;
        if (next < rounds) copy_tiles<Piece>(stages[next % count], x, by, bx, next, pipe);
        pipe.producer_commit();
        add_products(stages[p % count], sums);
    }
    // end of Solution 4
