// Mistake: blocks of one row each: a grid has at most 65535 of them in y
// Verdict: fault
// Message: 3 x 70000 points
// Lesson 27: heat on a plate, with two buffers. README.md explains; fill in the three regions
// marked TODO.
#include "jacobi_pingpong.hpp"

#include "wire/cuda_check.hpp"

#include <cstddef>
#include <utility>

// One step: thread (x, y) of the grid writes point (x, y) of `to`, and nothing else.
__global__ void step_kernel(const float* from, float* to, int width, int height, float rate) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) {
        return;
    }
    const std::size_t here = static_cast<std::size_t>(y) * width + x;
    const bool on_border = x == 0 || x == width - 1 || y == 0 || y == height - 1;
    if (on_border) {
        to[here] = from[here];
    } else {
        const float neighbours =
            from[here - 1] + from[here + 1] + from[here - width] + from[here + width];
        to[here] = from[here] + rate * (neighbours - 4.0f * from[here]);
    }
}

void spread_heat(float* plate, float* other, int width, int height, int steps, float rate) {
    if (width == 0 || height == 0) {
        return;
    }
    const dim3 block(256, 1);
    const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    float* from = plate;
    float* to = other;
    for (int step = 0; step < steps; ++step) {
        step_kernel<<<grid, block>>>(from, to, width, height, rate);
        check(cudaGetLastError());
        std::swap(from, to);
    }

    if (from != plate) {
        const std::size_t bytes = sizeof(float) * width * height;
        check(cudaMemcpyAsync(plate, from, bytes, cudaMemcpyDeviceToDevice));
    }
}
