// Mistake: one thread waits, and nothing tells the others
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 2:
    if (threadIdx.x == 0) {
        announce(there, sizeof(Box));
        begin_load(&box, map, row - 1, column, there);
    }
    if (threadIdx.x == 0) wait(there, 0);
    // end of Solution 2
