// Mistake: the barrier in front of the wait: others may still be waiting
// Verdict: fault
// Message: missing between the wait and line
// Only: virtual
    // Solution 2
    for (int p = 0; p < rounds; ++p) {
        copy_tiles<Piece>(stage, x, by, bx, p, pipe);
        pipe.producer_commit();
        __syncthreads();
        cuda::pipeline_consumer_wait_prior<0>(pipe);
        add_products(stage, sums);
        __syncthreads();
    }
    // end of Solution 2
