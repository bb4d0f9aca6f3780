// Mistake: the box begins with the first row of the tile
// Verdict: wrong_answer
// Message: is 7, the sum of rows 0, 1, 2; expected is 3
    // Solution 2:
    if (threadIdx.x == 0) {
        announce(there, sizeof(Box));
        begin_load(&box, map, row, column, there);
    }
    wait(there, 0);
    // end of Solution 2
