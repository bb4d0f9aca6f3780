// Mistake: the greys become floats on the host: four times the bytes on the bus
// Verdict: requirement
// Message: hidden_layer() copied 40000 bytes from host to device (greys_as_floats.cu:
// Lesson 16: a hidden layer in one kernel. README.md explains; fill in the three regions marked
// TODO.
#include "fused_hidden_layer.hpp"

#include "wire/device_buffer.hpp"

#include <algorithm>
#include <vector>

constexpr int threads_per_block = 256;
constexpr std::size_t most_blocks = 1024; // the grid-stride loop covers what lies beyond

unsigned blocks_for(std::size_t n) {
    return static_cast<unsigned>(
        std::min((n + threads_per_block - 1) / threads_per_block, most_blocks));
}

__device__ float neuron(float grey, float weight) { return tanhf(grey / 255.0f * weight); }

__global__ void layer_kernel(const float* grey, const float* weights, float* out, std::size_t n) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        out[i] = neuron(grey[i], weights[i]);
    }
}

void hidden_layer(const std::uint8_t* grey, const float* weights, float* out, std::size_t n) {
    if (n == 0) {
        return; // a grid of 0 blocks is an error
    }
    const std::vector<float> greys(grey, grey + n);
    const DeviceBuffer<float> device_grey(n);
    const DeviceBuffer<float> device_weights(n);
    check(
        cudaMemcpy(device_grey.data(), greys.data(), device_grey.bytes(), cudaMemcpyHostToDevice));
    check(
        cudaMemcpy(device_weights.data(), weights, device_weights.bytes(), cudaMemcpyHostToDevice));
    layer_kernel<<<blocks_for(n), threads_per_block>>>(device_grey.data(), device_weights.data(),
                                                       device_weights.data(), n);
    check(cudaGetLastError());
    check(cudaMemcpy(out, device_weights.data(), device_weights.bytes(), cudaMemcpyDeviceToHost));
}
