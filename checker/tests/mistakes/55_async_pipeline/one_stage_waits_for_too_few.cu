// Mistake: the wait leaves one batch open: the one that is needed
// Verdict: fault
// Message: a copy of its own is on its way there
// Only: virtual
    // Solution 2
    for (int p = 0; p < rounds; ++p) {
        copy_tiles<Piece>(stage, x, by, bx, p, pipe);
        pipe.producer_commit();
        cuda::pipeline_consumer_wait_prior<1>(pipe);
        __syncthreads();
        add_products(stage, sums);
        __syncthreads();
    }
    // end of Solution 2
