// Mistake: counts the rows one after the other: a thread goes through them all
// Verdict: too_much_traffic
// Message: a binary search looks at 19
// Only: virtual
    // Solution 3:
    int ended = 0;
    while (ended < rows && offsets[ended + 1] + ended < step) ++ended;
    begins[b] = ended;
    // end of Solution 3
