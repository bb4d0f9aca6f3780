// Mistake: makes no steps where the rate is 0
// Verdict: requirement
// Message: 64 x 48 points, steps = 7, rate = 0
    // Solution 2:
    float* from = plate;
    float* to = other;
    if (rate == 0.0f) steps = 0;
    for (int step = 0; step < steps; ++step) {
        step_kernel<<<grid, block>>>(from, to, width, height, rate);
        check(cudaGetLastError());
        std::swap(from, to);
    }
    // end of Solution 2
