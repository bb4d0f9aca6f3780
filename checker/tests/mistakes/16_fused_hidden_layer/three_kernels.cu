// Mistake: a kernel for each step
// Verdict: requirement
// Message: 3 kernels were launched by hidden_layer(): normalise_kernel, weigh_kernel, activate_kernel; 1 is asked for
// Lesson 16: a hidden layer in one kernel. README.md explains; fill in the three regions marked
// TODO.
#include "fused_hidden_layer.hpp"

#include "wire/device_buffer.hpp"

#include <algorithm>

constexpr int threads_per_block = 256;
constexpr std::size_t most_blocks = 1024; // the grid-stride loop covers what lies beyond

unsigned blocks_for(std::size_t n) {
    return static_cast<unsigned>(
        std::min((n + threads_per_block - 1) / threads_per_block, most_blocks));
}

__global__ void normalise_kernel(const std::uint8_t* grey, float* out, std::size_t n) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        out[i] = grey[i] / 255.0f;
    }
}

__global__ void weigh_kernel(const float* weights, float* values, std::size_t n) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        values[i] *= weights[i];
    }
}

__global__ void activate_kernel(float* values, std::size_t n) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        values[i] = tanhf(values[i]);
    }
}

void hidden_layer(const std::uint8_t* grey, const float* weights, float* out, std::size_t n) {
    if (n == 0) {
        return; // a grid of 0 blocks is an error
    }
    const DeviceBuffer<std::uint8_t> device_grey(n);
    const DeviceBuffer<float> device_weights(n);
    check(cudaMemcpy(device_grey.data(), grey, device_grey.bytes(), cudaMemcpyHostToDevice));
    check(
        cudaMemcpy(device_weights.data(), weights, device_weights.bytes(), cudaMemcpyHostToDevice));
    const DeviceBuffer<float> values(n);
    normalise_kernel<<<blocks_for(n), threads_per_block>>>(device_grey.data(), values.data(), n);
    weigh_kernel<<<blocks_for(n), threads_per_block>>>(device_weights.data(), values.data(), n);
    activate_kernel<<<blocks_for(n), threads_per_block>>>(values.data(), n);
    check(cudaGetLastError());
    check(cudaMemcpy(out, values.data(), device_weights.bytes(), cudaMemcpyDeviceToHost));
}
