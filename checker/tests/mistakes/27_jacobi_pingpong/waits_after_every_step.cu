// Mistake: waits for the device after every step
// Verdict: requirement
// Message: the host waited between two launches: cudaDeviceSynchronize
// Only: virtual
    // Solution 2
    float* from = plate;
    float* to = other;
    for (int step = 0; step < steps; ++step) {
        step_kernel<<<grid, block>>>(from, to, width, height, rate);
        check(cudaGetLastError());
        check(cudaDeviceSynchronize());
        std::swap(from, to);
    }
    // end of Solution 2
