// Mistake: the distances are 1, 2, 3, ...
// Verdict: wrong_answer
// Message: element 0 is in it once too often
    // Solution 2:
    for (int distance = 1; distance < static_cast<int>(blockDim.x); ++distance) scan_step(x, distance);
    // end of Solution 2
