// Mistake: row and column are exchanged
// Verdict: fault
// Message: Misaligned coordinate of a tensor
// Only: virtual
    // Solution 2:
    if (threadIdx.x == 0) {
        announce(there, sizeof(Box));
        begin_load(&box, map, column, row - 1, there);
    }
    wait(there, 0);
    // end of Solution 2
