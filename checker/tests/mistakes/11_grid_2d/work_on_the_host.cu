// Mistake: fetches the rows, computes on the host and sends the results back
// Verdict: requirement
// Message: a kernel is to compute what stands there
// Only: virtual
#include "grid_2d.hpp"

#include "wire/cuda_check.hpp"

#include <vector>

constexpr unsigned block_width = 32;
constexpr unsigned block_height = 8;

__global__ void scale_kernel() {}

void scale(const float* input, std::size_t input_pitch, float* output, std::size_t output_pitch,
           int width, int height, float factor) {
    if (width == 0 || height == 0) {
        return;
    }
    const dim3 block(block_width, block_height);
    const dim3 grid((width + block_width - 1) / block_width,
                    (height + block_height - 1) / block_height);
    std::vector<float> row(width);
    for (int y = 0; y < height; ++y) {
        check(cudaMemcpy(row.data(), reinterpret_cast<const char*>(input) + y * input_pitch,
                         width * sizeof(float), cudaMemcpyDeviceToHost));
        for (float& pixel : row) pixel *= factor;
        check(cudaMemcpy(reinterpret_cast<char*>(output) + y * output_pitch, row.data(),
                         width * sizeof(float), cudaMemcpyHostToDevice));
    }
    scale_kernel<<<grid, block>>>();
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

    check(cudaMemcpy2D(device_input, input_pitch, input, row_bytes, row_bytes, height,
                       cudaMemcpyHostToDevice));

    scale(static_cast<const float*>(device_input), input_pitch, static_cast<float*>(device_output),
          output_pitch, width, height, factor);

    check(cudaMemcpy2D(output, row_bytes, device_output, output_pitch, row_bytes, height,
                       cudaMemcpyDeviceToHost));

    check(cudaFree(device_input));
    check(cudaFree(device_output));
}
