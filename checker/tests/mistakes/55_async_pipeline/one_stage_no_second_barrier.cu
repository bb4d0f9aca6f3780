// Mistake: no barrier between the products and the next copies
// Verdict: fault
// Message: may write as soon as it has begun
// Only: virtual
    // Solution 2
    for (int p = 0; p < rounds; ++p) {
        copy_tiles<Piece>(stage, x, by, bx, p, pipe);
        pipe.producer_commit();
        cuda::pipeline_consumer_wait_prior<0>(pipe);
        __syncthreads();
        add_products(stage, sums);
    }
    // end of Solution 2
