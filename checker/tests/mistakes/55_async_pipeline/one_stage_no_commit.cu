// Mistake: no commit: the wait has no batch to wait for
// Verdict: fault
// Message: a copy of its own is on its way there
// Only: virtual
    // Solution 2
    for (int p = 0; p < rounds; ++p) {
        copy_tiles<Piece>(stage, x, by, bx, p, pipe);
        cuda::pipeline_consumer_wait_prior<0>(pipe);
        __syncthreads();
        add_products(stage, sums);
        __syncthreads();
    }
    // end of Solution 2
