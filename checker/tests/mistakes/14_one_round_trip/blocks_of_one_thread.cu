// Mistake: blocks of a single thread
// Verdict: requirement
// Message: to blocks of 1 thread
// Only: virtual
    // Solution 3:
    if (n == 0) return;
    const DeviceBuffer<float> device_t(n);
    count_kernel<<<static_cast<unsigned>(n), 1>>>(device_t.data(), n);
    check(cudaGetLastError());
    add_noise(device_t, noise, period, amplitude, out);
    // end of Solution 3
