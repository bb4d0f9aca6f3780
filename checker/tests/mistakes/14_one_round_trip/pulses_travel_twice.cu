// Mistake: the pulses come to the host and go back to the device
// Verdict: requirement
// Message: waveform_at() made 3 copies from host to device (pulses_travel_twice.cu:
// Solution 2
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
    check(cudaMemcpy(out, device_pulses.data(), device_pulses.bytes(), cudaMemcpyDeviceToHost));
}

void pulses_of(const float* t, float period, float amplitude, float* pulses, std::size_t n) {
    const DeviceBuffer<float> device_t(n), device_pulses(n);
    check(cudaMemcpy(device_t.data(), t, n * sizeof(float), cudaMemcpyHostToDevice));
    pulse_kernel<<<blocks_for(n), threads_per_block>>>(device_t.data(), period, amplitude,
                                                       device_pulses.data(), n);
    check(cudaGetLastError());
    check(cudaMemcpy(pulses, device_pulses.data(), n * sizeof(float), cudaMemcpyDeviceToHost));
}

void sum_of(const float* a, const float* b, float* sum, std::size_t n) {
    const DeviceBuffer<float> device_a(n), device_b(n), device_sum(n);
    check(cudaMemcpy(device_a.data(), a, n * sizeof(float), cudaMemcpyHostToDevice));
    check(cudaMemcpy(device_b.data(), b, n * sizeof(float), cudaMemcpyHostToDevice));
    add_kernel<<<blocks_for(n), threads_per_block>>>(device_a.data(), device_b.data(),
                                                     device_sum.data(), n);
    check(cudaGetLastError());
    check(cudaMemcpy(sum, device_sum.data(), n * sizeof(float), cudaMemcpyDeviceToHost));
}

void waveform_at(const float* t, const float* noise, float period, float amplitude, float* out,
                 std::size_t n) {
    if (n == 0) {
        return; // a grid of 0 blocks is an error
    }
    pulses_of(t, period, amplitude, out, n); // out holds the pulses for now
    sum_of(out, noise, out, n);
}
// end of Solution 2
