// Mistake: reads and writes the same buffer: a thread sees new values of its neighbours
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 2
    float* from = plate;
    float* to = plate;
    for (int step = 0; step < steps; ++step) {
        step_kernel<<<grid, block>>>(from, to, width, height, rate);
        check(cudaGetLastError());
        std::swap(from, to);
    }
    // end of Solution 2
