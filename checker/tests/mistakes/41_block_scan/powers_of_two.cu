// Mistake: as many steps as the logarithm rounded down: right for powers of two only
// Verdict: wrong_answer
// Message: scan_one_block: n = 3
    // Solution 2:
    const int steps = 31 - __clz(static_cast<int>(blockDim.x));
    for (int step = 0; step < steps; ++step) scan_step(x, 1 << step);
    // end of Solution 2
