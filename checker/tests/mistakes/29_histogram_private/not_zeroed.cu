// Mistake: shared memory holds anything at the start
// Verdict: fault
// Message: ninitialized
// Only: virtual
    // Solution 1
    __syncthreads();

    // A grid-stride loop that asks for eight values before it uses the first: memory is far away, and
    // eight questions take no longer than one.
    // end of Solution 1
