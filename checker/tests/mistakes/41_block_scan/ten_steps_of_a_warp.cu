// Mistake: five steps, enough for a warp
// Verdict: wrong_answer
// Message: scan_one_block: n = 64
    // Solution 2:
    for (int distance = 1; distance < 32; distance *= 2) scan_step(x, distance);
    // end of Solution 2
