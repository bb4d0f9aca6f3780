// Mistake: the bytes of a tile are announced, and a box is copied
// Verdict: fault
// Message: bytes came that were not announced
// Only: virtual
    // Solution 2:
    if (threadIdx.x == 0) {
        announce(there, sizeof(Tile));
        begin_load(&box, map, row - 1, column, there);
    }
    wait(there, 0);
    // end of Solution 2
