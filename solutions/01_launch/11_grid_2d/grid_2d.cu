// Lesson 11: two dimensions, and rows with padding. README.md explains; fill in the four TODOs.
#include "grid_2d.hpp"

#include "wire/cuda_check.hpp"

constexpr unsigned block_width = 32;
constexpr unsigned block_height = 8;

// Thread (x, y) of the grid takes care of pixel (x, y).
__global__ void scale_kernel(const float* input, std::size_t input_pitch, float* output,
                             std::size_t output_pitch, int width, int height, float factor) {
    // Solution 1: x runs along a row, as threads of a warp do, so a warp touches neighbouring
    // pixels. A pitch counts bytes: the step to row y is made on a pointer to char.
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) {
        return;
    }
    const auto* from =
        reinterpret_cast<const float*>(reinterpret_cast<const char*>(input) + y * input_pitch);
    auto* to = reinterpret_cast<float*>(reinterpret_cast<char*>(output) + y * output_pitch);
    to[x] = factor * from[x];
    // end of Solution 1
}

void scale(const float* input, std::size_t input_pitch, float* output, std::size_t output_pitch,
           int width, int height, float factor) {
    if (width == 0 || height == 0) {
        return;
    }
    const dim3 block(block_width, block_height);
    // Solution 2: rounded up, for each direction by itself.
    const dim3 grid((width + block_width - 1) / block_width,
                    (height + block_height - 1) / block_height);
    // end of Solution 2
    scale_kernel<<<grid, block>>>(input, input_pitch, output, output_pitch, width, height, factor);
    check(cudaGetLastError());
}

void scale_image(const float* input, float* output, int width, int height, float factor) {
    if (width == 0 || height == 0) {
        return;
    }
    const std::size_t row_bytes = width * sizeof(float); // of the images in host memory
    void *device_input = nullptr, *device_output = nullptr;
    std::size_t input_pitch = 0, output_pitch = 0;
    check(cudaMallocPitch(&device_input, &input_pitch, row_bytes, height));
    check(cudaMallocPitch(&device_output, &output_pitch, row_bytes, height));

    // Solution 3: each side has its own distance between rows; what is copied of a row is the same.
    check(cudaMemcpy2D(device_input, input_pitch, input, row_bytes, row_bytes, height,
                       cudaMemcpyHostToDevice));
    // end of Solution 3

    scale(static_cast<const float*>(device_input), input_pitch, static_cast<float*>(device_output),
          output_pitch, width, height, factor);

    // Solution 4: the same with the sides exchanged. It waits for the kernel.
    check(cudaMemcpy2D(output, row_bytes, device_output, output_pitch, row_bytes, height,
                       cudaMemcpyDeviceToHost));
    // end of Solution 4

    check(cudaFree(device_input));
    check(cudaFree(device_output));
}
