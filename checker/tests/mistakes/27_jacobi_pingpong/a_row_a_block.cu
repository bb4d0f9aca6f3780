// Mistake: blocks of one row each: a grid has at most 65535 of them in y
// Verdict: fault
// Message: 3 x 70000 points
// Replaces
//|     const dim3 block(32, 8);
    const dim3 block(256, 1);
// end of Replaces
