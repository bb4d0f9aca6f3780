// Mistake: one thread per element, in blocks of another size
// Verdict: requirement
// Message: launched with grid 4 and block 1024; grid 32 and block 128 is asked for
    // Solution 2
    add_kernel<<<4, 1024>>>(x, y, out);
    // end of Solution 2
