// Mistake: nothing is waited for
// Verdict: fault
// Message: a copy of its own is on its way there
// Only: virtual
    // Solution 3
    if (rounds > 0) copy_tiles<Piece>(stages[0], x, by, bx, 0, pipe);
    pipe.producer_commit();
    for (int p = 0; p < rounds; ++p) {
        __syncthreads();
        if (p + 1 < rounds) copy_tiles<Piece>(stages[(p + 1) % 2], x, by, bx, p + 1, pipe);
        pipe.producer_commit();
        add_products(stages[p % 2], sums);
    }
    // end of Solution 3
