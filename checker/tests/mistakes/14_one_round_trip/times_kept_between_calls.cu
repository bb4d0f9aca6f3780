// Mistake: the times are kept on the device for the next call
// Verdict: requirement
// Message: was never freed
    // Solution 3
    if (n == 0) {
        return;
    }
    static auto& device_t = *new DeviceBuffer<float>(0);
    if (device_t.size() != n) {
        device_t = DeviceBuffer<float>(n);
    }
    count_kernel<<<blocks_for(n), threads_per_block>>>(device_t.data(), n);
    check(cudaGetLastError());
    add_noise(device_t, noise, period, amplitude, out);
    // end of Solution 3
