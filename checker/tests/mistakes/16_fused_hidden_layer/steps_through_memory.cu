// Mistake: one kernel that keeps each step in device memory
// Verdict: too_much_traffic
// Message: what lies between the steps stays in a register
// Only: virtual
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

__global__ void layer_kernel(const std::uint8_t* grey, const float* weights,
                             volatile float* scratch, float* out, std::size_t n) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        scratch[i] = grey[i] / 255.0f;
        scratch[i] = scratch[i] * weights[i];
        out[i] = tanhf(scratch[i]);
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
    const DeviceBuffer<float> scratch(n);
    layer_kernel<<<blocks_for(n), threads_per_block>>>(device_grey.data(), device_weights.data(),
                                                       scratch.data(), device_weights.data(), n);
    check(cudaGetLastError());
    check(cudaMemcpy(out, device_weights.data(), device_weights.bytes(), cudaMemcpyDeviceToHost));
}
