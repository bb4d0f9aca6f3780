// Mistake: each thread announces the bytes
// Verdict: fault
// Message: Too many arrivals at an mbarrier
// Only: virtual
    // Solution 2:
    announce(there, sizeof(Box));
    if (threadIdx.x == 0) {
        begin_load(&box, map, row - 1, column, there);
    }
    wait(there, 0);
    // end of Solution 2
