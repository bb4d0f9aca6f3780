// Mistake: waits for the device
// Verdict: requirement
// Message: add() waited for the device, in cudaDeviceSynchronize in waits.cu:
// Only: virtual
    // Solution 2:
    add_kernel<<<32, 128>>>(x, y, out);
    cudaDeviceSynchronize();
    // end of Solution 2
