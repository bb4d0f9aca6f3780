// Mistake: one thread per element, without the guard
// Verdict: fault
// Message: memcheck: Invalid __global__ read of size 1
// Only: virtual
// Lesson 16: a hidden layer in one kernel. README.md explains; fill in the three regions marked
// TODO.
#include "fused_hidden_layer.hpp"

#include "wire/device_buffer.hpp"

#include <algorithm>

constexpr int threads_per_block = 256;

unsigned blocks_for(std::size_t n) {
    return static_cast<unsigned>((n + threads_per_block - 1) / threads_per_block);
}

__device__ float neuron(std::uint8_t grey, float weight) { return tanhf(grey / 255.0f * weight); }

__global__ void layer_kernel(const std::uint8_t* grey, const float* weights, float* out,
                             std::size_t n) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    out[i] = neuron(grey[i], weights[i]);
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
    layer_kernel<<<blocks_for(n), threads_per_block>>>(device_grey.data(), device_weights.data(),
                                                       device_weights.data(), n);
    check(cudaGetLastError());
    check(cudaMemcpy(out, device_weights.data(), device_weights.bytes(), cudaMemcpyDeviceToHost));
}
