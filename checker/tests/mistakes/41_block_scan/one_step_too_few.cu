// Mistake: stops at half of the block
// Verdict: wrong_answer
// Message: scan_one_block: n = 2
    // Solution 2:
    for (int distance = 1; distance < static_cast<int>(blockDim.x) / 2; distance *= 2) scan_step(x, distance);
    // end of Solution 2
