// Mistake: the four floats one by one
// Verdict: too_much_traffic
// Message: a lane loads less than four elements at a time
// Only: virtual
    // Solution 2
    for (int k = 0; k < 4; ++k) values[k] *= factor;
    // end of Solution 2
