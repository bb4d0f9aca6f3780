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
    // Solution 1: every thread owns one point of `to` and only reads `from`, so no thread can see
    // the new value of another. The border is carried over: the next step reads it from this
    // buffer.
    const bool on_border = x == 0 || x == width - 1 || y == 0 || y == height - 1;
    if (on_border) {
        to[here] = from[here];
    } else {
        const float neighbours =
            from[here - 1] + from[here + 1] + from[here - width] + from[here + width];
        to[here] = from[here] + rate * (neighbours - 4.0f * from[here]);
    }
    // end of Solution 1
}

void spread_heat(float* plate, float* other, int width, int height, int steps, float rate) {
    if (width == 0 || height == 0) {
        return;
    }
    const dim3 block(32, 8);
    const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    // Solution 2: launches in one stream run one after the other, so the end of a kernel is the
    // barrier between two steps. Exchanging two pointers on the host costs nothing; a launch has
    // its own copy of them.
    float* from = plate;
    float* to = other;
    for (int step = 0; step < steps; ++step) {
        step_kernel<<<grid, block>>>(from, to, width, height, rate);
        check(cudaGetLastError());
        std::swap(from, to);
    }
    // end of Solution 2

    // Solution 3: after the last exchange the result is in `from`: in plate after an even number of
    // steps, else in other. The copy takes its place in the stream, behind the last step.
    if (from != plate) {
        const std::size_t bytes = sizeof(float) * width * height;
        check(cudaMemcpyAsync(plate, from, bytes, cudaMemcpyDeviceToDevice));
    }
    // end of Solution 3
}
