// Mistake: the copy to out is asked for, and nothing waits for it: pinned memory still holds what it held
// Verdict: fault
// Message: was done: nothing had waited for it
// Only: virtual
    // Solution 2:
    void add_noise(const DeviceBuffer<float>& device_t, const float* noise, float period,
                   float amplitude, float* out) {
        const std::size_t n = device_t.size();
        const DeviceBuffer<float> device_noise(n), device_pulses(n);
        check(cudaMemcpy(device_noise.data(), noise, device_noise.bytes(), cudaMemcpyHostToDevice));
        pulse_kernel<<<blocks_for(n), threads_per_block>>>(device_t.data(), period, amplitude,
                                                           device_pulses.data(), n);
        check(cudaGetLastError());
        add_kernel<<<blocks_for(n), threads_per_block>>>(device_pulses.data(), device_noise.data(),
                                                         device_pulses.data(), n);
        check(cudaGetLastError());
        check(cudaMemcpyAsync(out, device_pulses.data(), device_pulses.bytes(),
                              cudaMemcpyDeviceToHost));
    }

    void waveform_at(const float* t, const float* noise, float period, float amplitude, float* out,
                     std::size_t n) {
        if (n == 0) {
            return;
        }
        const DeviceBuffer<float> device_t(n);
        check(cudaMemcpy(device_t.data(), t, device_t.bytes(), cudaMemcpyHostToDevice));
        add_noise(device_t, noise, period, amplitude, out);
    }
    // end of Solution 2
