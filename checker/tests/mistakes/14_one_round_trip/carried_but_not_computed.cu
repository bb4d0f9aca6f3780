// Mistake: made on the CPU, then carried to the device and back
// Verdict: requirement
// Message: the kernels do not read all that was copied
// Only: virtual
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
    std::vector<float> sum(n);
    for (std::size_t i = 0; i < n; ++i) {
        sum[i] = std::fmax(std::sin(t[i] / period) - 0.3f, 0.0f) * amplitude + noise[i];
    }
    const DeviceBuffer<float> device_t(n), device_sum(n);
    check(cudaMemcpy(device_t.data(), t, n * sizeof(float), cudaMemcpyHostToDevice));
    check(cudaMemcpy(device_sum.data(), sum.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    count_kernel<<<blocks_for(n), threads_per_block>>>(device_t.data(), n);
    check(cudaGetLastError());
    check(cudaMemcpy(out, device_sum.data(), n * sizeof(float), cudaMemcpyDeviceToHost));
}
// end of Solution 2
    // Solution 3
    for (std::size_t i = 0; i < n; ++i) {
        out[i] = static_cast<float>(i);
    }
    waveform_at(out, noise, period, amplitude, out, n);
    // end of Solution 3
