// Mistake: the number of floats is announced
// Verdict: fault
// Message: bytes came that were not announced
// Only: virtual
    // Solution 2:
    if (threadIdx.x == 0) {
        announce(there, sizeof(Box) / sizeof(float));
        begin_load(&box, map, row - 1, column, there);
    }
    wait(there, 0);
    // end of Solution 2
