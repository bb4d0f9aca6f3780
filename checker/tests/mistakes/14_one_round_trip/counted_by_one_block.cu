// Mistake: one block makes all times
// Verdict: requirement
// Message: left the work of count_kernel
// Message: to one block
// Only: virtual
    // Solution 3:
    if (n == 0) return;
    const DeviceBuffer<float> device_t(n);
    count_kernel<<<1, 1024>>>(device_t.data(), n);
    check(cudaGetLastError());
    add_noise(device_t, noise, period, amplitude, out);
    // end of Solution 3
