// Mistake: allocates a third buffer for every call and never gives it back
// Verdict: wrong_answer
// Message: the two buffers that it is given are enough
// Only: virtual
    // Solution 2
    float* from = plate;
    float* to = nullptr;
    check(cudaMalloc(&to, sizeof(float) * width * height));
    for (int step = 0; step < steps; ++step) {
        step_kernel<<<grid, block>>>(from, to, width, height, rate);
        check(cudaGetLastError());
        std::swap(from, to);
    }
    // end of Solution 2
