// Mistake: more bytes are announced than the copy brings
// Verdict: fault
// Message: and 256 bytes
// Only: virtual
    // Solution 2:
    if (threadIdx.x == 0) {
        announce(there, sizeof(Box) + sizeof(float[tile_columns]));
        begin_load(&box, map, row - 1, column, there);
    }
    wait(there, 0);
    // end of Solution 2
