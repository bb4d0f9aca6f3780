// Mistake: the pulses are made on the CPU and travel in place of the times; waveform sends the sum
// Verdict: requirement
// Message: waveform_at() never copied t to the device as the caller gave it
// Message: waveform() never copied noise to the device as the caller gave it
// Replaces
//| #include <algorithm>
#include <algorithm>
#include <cmath>
#include <vector>
// end of Replaces
// Solution 2
void waveform_at(const float* t, const float* noise, float period, float amplitude, float* out,
                 std::size_t n) {
    if (n == 0) {
        return;
    }
    const DeviceBuffer<float> device_noise(n), pulses(n);
    std::vector<float> values(n);
    for (std::size_t i = 0; i < n; ++i) {
        values[i] = std::fmax(std::sin(t[i] / period) - 0.3f, 0.0f) * amplitude;
    }
    check(cudaMemcpy(pulses.data(), values.data(), pulses.bytes(), cudaMemcpyHostToDevice));
    check(cudaMemcpy(device_noise.data(), noise, device_noise.bytes(), cudaMemcpyHostToDevice));
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
    std::vector<float> sums(n);
    for (std::size_t i = 0; i < n; ++i) {
        const float t = static_cast<float>(i);
        sums[i] = std::fmax(std::sin(t / period) - 0.3f, 0.0f) * amplitude + noise[i];
    }
    const DeviceBuffer<float> device_sums(n), zeros(n);
    check(cudaMemcpy(device_sums.data(), sums.data(), zeros.bytes(), cudaMemcpyHostToDevice));
    check(cudaMemset(zeros.data(), 0, zeros.bytes()));
    add_kernel<<<blocks_for(n), threads_per_block>>>(device_sums.data(), zeros.data(),
                                                     device_sums.data(), n);
    check(cudaGetLastError());
    check(cudaMemcpy(out, device_sums.data(), zeros.bytes(), cudaMemcpyDeviceToHost));
    // end of Solution 3
