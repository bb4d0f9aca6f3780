// Mistake: row and column are exchanged
// Verdict: wrong_answer
// Message: the sum of no row
    // Solution 2:
    if (threadIdx.x == 0) {
        announce(there, sizeof(Box));
        begin_load(&box, map, column, row - 1, there);
    }
    wait(there, 0);
    // end of Solution 2
