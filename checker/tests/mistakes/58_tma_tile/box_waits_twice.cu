// Mistake: phase 1 is waited for, too, which nothing completes
// Verdict: fault
// Message: lacks 1 of 1 arrival
// Only: virtual
    // Solution 2:
    if (threadIdx.x == 0) {
        announce(there, sizeof(Box));
        begin_load(&box, map, row - 1, column, there);
    }
    wait(there, 0);
    wait(there, 1);
    // end of Solution 2
