// Mistake: each thread begins the copy
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 2:
    if (threadIdx.x == 0) {
        announce(there, sizeof(Box));
    }
    begin_load(&box, map, row - 1, column, there);
    wait(there, 0);
    // end of Solution 2
