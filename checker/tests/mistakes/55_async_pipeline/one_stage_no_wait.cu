// Mistake: the copies are not waited for
// Verdict: fault
// Message: a copy of its own is on its way there
// Only: virtual
    // Solution 2
    for (int p = 0; p < rounds; ++p) {
        copy_tiles<Piece>(stage, x, by, bx, p, pipe);
        pipe.producer_commit();
        __syncthreads();
        add_products(stage, sums);
        __syncthreads();
    }
    // end of Solution 2
