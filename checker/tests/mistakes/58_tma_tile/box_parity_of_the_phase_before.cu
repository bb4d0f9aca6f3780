// Mistake: the wait is for the parity of the phase before
// Verdict: fault
// Message: lacks 1 of 1 arrival
// Only: virtual
    // Solution 2:
    if (threadIdx.x == 0) {
        announce(there, sizeof(Box));
        begin_load(&box, map, row - 1, column, there);
    }
    wait(there, 1);
    // end of Solution 2
