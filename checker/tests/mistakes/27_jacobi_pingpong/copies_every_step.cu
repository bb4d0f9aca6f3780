// Mistake: copies the result back after every step
// Verdict: wrong_answer
// Message: Exchange the two pointers
// Only: virtual
    // Solution 2
    for (int step = 0; step < steps; ++step) {
        step_kernel<<<grid, block>>>(plate, other, width, height, rate);
        check(cudaGetLastError());
        check(cudaMemcpyAsync(plate, other, sizeof(float) * width * height,
                              cudaMemcpyDeviceToDevice));
    }
    // end of Solution 2
    // Solution 3
    // end of Solution 3
