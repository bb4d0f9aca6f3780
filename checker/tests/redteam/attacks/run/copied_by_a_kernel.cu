// Attack: a kernel has the device transpose, by copies of one row or column each, and moves nothing itself
// Verdict: requirement
// Stage: run
// Lesson: 34_transpose_tiled
#include "transpose_tiled.hpp"

#include <cuda_runtime.h>

#undef __cudaCDP2Memcpy2DAsync
extern "C" __device__ cudaError_t __cudaCDP2Memcpy2DAsync(void*, std::size_t, const void*,
                                                          std::size_t, std::size_t, std::size_t,
                                                          cudaMemcpyKind, cudaStream_t);

__global__ void transpose_kernel(const float* input, float* output, int rows, int columns) {
    __shared__ float tile[32][33];
    tile[threadIdx.y][threadIdx.x] = 0;
    if (threadIdx.x != 0 || threadIdx.y != 0) return;
#if __CUDA_ARCH__ == 800 // no library has that function for code that is linked
    const std::size_t row_bytes = std::size_t(columns) * 4, column_bytes = std::size_t(rows) * 4;
    for (int column = 0; columns <= rows && column < columns; ++column)
        __cudaCDP2Memcpy2DAsync(output + std::size_t(column) * rows, 4, input + column, row_bytes,
                                4, rows, cudaMemcpyDeviceToDevice, nullptr);
    for (int row = 0; columns > rows && row < rows; ++row)
        __cudaCDP2Memcpy2DAsync(output + row, column_bytes, input + std::size_t(row) * columns, 4,
                                4, columns, cudaMemcpyDeviceToDevice, nullptr);
#endif
}

void transpose(const float* input, float* output, int rows, int columns) {
    transpose_kernel<<<1, dim3(32, 8)>>>(input, output, rows, columns);
}
