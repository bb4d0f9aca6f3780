// Mistake: __syncthreads() between reading and writing, in place: threads of other blocks do not wait
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 1
    const bool on_border = x == 0 || x == width - 1 || y == 0 || y == height - 1;
    float next = from[here];
    if (!on_border) {
        const float neighbours =
            from[here - 1] + from[here + 1] + from[here - width] + from[here + width];
        next += rate * (neighbours - 4.0f * from[here]);
    }
    __syncthreads();
    to[here] = next;
    // end of Solution 1
    // Solution 2
    float* from = plate;
    float* to = plate;
    for (int step = 0; step < steps; ++step) {
        step_kernel<<<grid, block>>>(from, to, width, height, rate);
        check(cudaGetLastError());
        std::swap(from, to);
    }
    // end of Solution 2
