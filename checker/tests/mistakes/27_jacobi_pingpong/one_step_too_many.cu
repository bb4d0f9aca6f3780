// Mistake: one step too many
// Verdict: wrong_answer
// Message: steps = 0
    // Solution 2
    float* from = plate;
    float* to = other;
    for (int step = 0; step <= steps; ++step) {
        step_kernel<<<grid, block>>>(from, to, width, height, rate);
        check(cudaGetLastError());
        std::swap(from, to);
    }
    // end of Solution 2
