// Mistake: scale waits for its kernel
// Verdict: requirement
// Message: scale() waited for the device, in cudaDeviceSynchronize
// Only: virtual
#include "grid_2d.hpp"

#include "wire/cuda_check.hpp"

constexpr unsigned block_width = 32;
constexpr unsigned block_height = 8;

// Thread (x, y) of the grid takes care of pixel (x, y).
__global__ void scale_kernel(const float* input, std::size_t input_pitch, float* output,
                             std::size_t output_pitch, int width, int height, float factor) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) {
        return;
    }
    const auto* from =
        reinterpret_cast<const float*>(reinterpret_cast<const char*>(input) + y * input_pitch);
    auto* to = reinterpret_cast<float*>(reinterpret_cast<char*>(output) + y * output_pitch);
    to[x] = factor * from[x];
}

void scale(const float* input, std::size_t input_pitch, float* output, std::size_t output_pitch,
           int width, int height, float factor) {
    if (width == 0 || height == 0) {
        return;
    }
    const dim3 block(block_width, block_height);
    const dim3 grid((width + block_width - 1) / block_width,
                    (height + block_height - 1) / block_height);
    scale_kernel<<<grid, block>>>(input, input_pitch, output, output_pitch, width, height, factor);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
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

    check(cudaMemcpy2D(device_input, input_pitch, input, row_bytes, row_bytes, height,
                       cudaMemcpyHostToDevice));

    scale(static_cast<const float*>(device_input), input_pitch, static_cast<float*>(device_output),
          output_pitch, width, height, factor);

    check(cudaMemcpy2D(output, row_bytes, device_output, output_pitch, row_bytes, height,
                       cudaMemcpyDeviceToHost));

    check(cudaFree(device_input));
    check(cudaFree(device_output));
}
