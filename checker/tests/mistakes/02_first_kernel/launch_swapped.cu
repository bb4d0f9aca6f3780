// Mistake: numbers of blocks and of threads swapped
// Verdict: requirement
// Message: add_kernel was launched with grid 128 and block 32; grid 32 and block 128 is asked for
    // Solution 2
    add_kernel<<<128, 32>>>(x, y, out);
    // end of Solution 2
