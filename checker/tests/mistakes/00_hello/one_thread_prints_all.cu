// Mistake: one thread prints all lines, in a loop
// Verdict: requirement
// Message: most threads do nothing
// Only: virtual
    // Solution 1:
    if (threadIdx.x == 0) {
        for (unsigned t = 0; t < blockDim.x; ++t) printf("Hello from thread %u\n", t);
    }
    // end of Solution 1
