// Mistake: waits for everything that is on the device
// Verdict: requirement
// Message: wait_for() waited for the whole device, in cudaDeviceSynchronize
    // Solution 3:
    static_cast<void>(stream);
    return cudaDeviceSynchronize();
    // end of Solution 3
