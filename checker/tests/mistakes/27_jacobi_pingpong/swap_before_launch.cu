// Mistake: exchanges the buffers before the first step: it reads what was never written
// Verdict: wrong_answer
// Message: NaN
    // Solution 2
    float* from = plate;
    float* to = other;
    for (int step = 0; step < steps; ++step) {
        std::swap(from, to);
        step_kernel<<<grid, block>>>(from, to, width, height, rate);
        check(cudaGetLastError());
    }
    // end of Solution 2
