// Lesson 14: one trip to the device, one back. README.md explains; fill in the three regions marked
// TODO.
#include "one_round_trip.hpp"

#include "wire/device_buffer.hpp"

#include <algorithm>

constexpr int threads_per_block = 256;
constexpr std::size_t most_blocks = 1024; // the grid-stride loops cover what lies beyond

unsigned blocks_for(std::size_t n) {
    return static_cast<unsigned>(
        std::min((n + threads_per_block - 1) / threads_per_block, most_blocks));
}

__global__ void pulse_kernel(const float* t, float period, float amplitude, float* pulses,
                             std::size_t n) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        pulses[i] = fmaxf(sinf(t[i] / period) - 0.3f, 0.0f) * amplitude;
    }
}

// sum may be a or b itself: thread i reads and writes element i and no other.
__global__ void add_kernel(const float* a, const float* b, float* sum, std::size_t n) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        sum[i] = a[i] + b[i];
    }
}

__global__ void count_kernel(float* t, std::size_t n) {
    // Solution 1: a float holds every whole number up to 2^24, so the conversion is exact.
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        t[i] = static_cast<float>(i);
    }
    // end of Solution 1
}

// Solution 2: the pulses are made and used on the device. The host does not wait between the kernels: both
// are in one stream, where each begins when the one before it is done. What `device_pulses` held
// before means nothing, so it is not copied to the device; the sum takes its place.
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

void waveform_at(const float* t, const float* noise, float period, float amplitude, float* out,
                 std::size_t n) {
    if (n == 0) {
        return; // a grid of 0 blocks is an error
    }
    const DeviceBuffer<float> device_t(n);
    check(cudaMemcpy(device_t.data(), t, device_t.bytes(), cudaMemcpyHostToDevice));
    add_noise(device_t, noise, period, amplitude, out);
}
// end of Solution 2

void waveform(const float* noise, float period, float amplitude, float* out, std::size_t n) {
    // Solution 3: counting is no work for a GPU, and still cheaper than sending what was counted.
    if (n == 0) {
        return;
    }
    const DeviceBuffer<float> device_t(n);
    count_kernel<<<blocks_for(n), threads_per_block>>>(device_t.data(), n);
    check(cudaGetLastError());
    add_noise(device_t, noise, period, amplitude, out);
    // end of Solution 3
}
