// Mistake: a block of any size makes the ten steps of the largest
// Verdict: too_much_traffic
// Message: 8 steps are enough for 256 values, and each of them has two
// Only: virtual
    // Solution 2:
    for (int distance = 1; distance < most_threads; distance *= 2) scan_step(x, distance);
    // end of Solution 2
