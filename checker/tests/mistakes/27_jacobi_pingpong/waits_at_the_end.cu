// Mistake: waits for the device before it returns
// Verdict: requirement
// Message: spread_heat() waited for the device, in cudaDeviceSynchronize
    // Solution 3:
    if (from != plate) {
        const std::size_t bytes = sizeof(float) * width * height;
        check(cudaMemcpyAsync(plate, from, bytes, cudaMemcpyDeviceToDevice));
    }
    check(cudaDeviceSynchronize());
    // end of Solution 3
