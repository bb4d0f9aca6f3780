// Mistake: the pulses are made twice
// Verdict: too_much_traffic
// Message: elements are written more often than there are steps
// Only: virtual
// Solution 2
void waveform_at(const float* t, const float* noise, float period, float amplitude, float* out,
                 std::size_t n) {
    if (n == 0) {
        return;
    }
    const DeviceBuffer<float> device_t(n), device_noise(n), pulses(n);
    check(cudaMemcpy(device_t.data(), t, device_t.bytes(), cudaMemcpyHostToDevice));
    check(cudaMemcpy(device_noise.data(), noise, device_noise.bytes(), cudaMemcpyHostToDevice));
    pulse_kernel<<<blocks_for(n), threads_per_block>>>(device_t.data(), period, amplitude,
                                                       pulses.data(), n);
    check(cudaGetLastError());
    pulse_kernel<<<blocks_for(n), threads_per_block>>>(device_t.data(), period, amplitude,
                                                       pulses.data(), n);
    check(cudaGetLastError());
    add_kernel<<<blocks_for(n), threads_per_block>>>(pulses.data(), device_noise.data(),
                                                     pulses.data(), n);
    check(cudaGetLastError());
    check(cudaMemcpy(out, pulses.data(), pulses.bytes(), cudaMemcpyDeviceToHost));
}
// end of Solution 2
    // Solution 3
    if (n == 0) {
        return;
    }
    const DeviceBuffer<float> device_t(n), device_noise(n), pulses(n);
    count_kernel<<<blocks_for(n), threads_per_block>>>(device_t.data(), n);
    check(cudaGetLastError());
    check(cudaMemcpy(device_noise.data(), noise, device_noise.bytes(), cudaMemcpyHostToDevice));
    pulse_kernel<<<blocks_for(n), threads_per_block>>>(device_t.data(), period, amplitude,
                                                       pulses.data(), n);
    check(cudaGetLastError());
    pulse_kernel<<<blocks_for(n), threads_per_block>>>(device_t.data(), period, amplitude,
                                                       pulses.data(), n);
    check(cudaGetLastError());
    add_kernel<<<blocks_for(n), threads_per_block>>>(pulses.data(), device_noise.data(),
                                                     pulses.data(), n);
    check(cudaGetLastError());
    check(cudaMemcpy(out, pulses.data(), pulses.bytes(), cudaMemcpyDeviceToHost));
    // end of Solution 3
