// Mistake: every step starts from the first plate
// Verdict: wrong_answer
// Message: steps = 2
    // Solution 2
    float* from = plate;
    float* to = other;
    for (int step = 0; step < steps; ++step) {
        step_kernel<<<grid, block>>>(from, to, width, height, rate);
        check(cudaGetLastError());
    }
    // end of Solution 2
