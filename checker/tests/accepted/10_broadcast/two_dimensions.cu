// Accepted: a grid of two dimensions that goes on in both; a struct for the views; cudaLaunchKernelEx
#include "broadcast.hpp"

#include "wire/cuda_check.hpp"

struct Seen {
    const float* data;
    std::ptrdiff_t row, column;
    __device__ float operator()(int i, int j) const { return data[i * row + j * column]; }
};

__global__ void add_seen(Seen a, Seen b, float* out, int rows, int columns) {
    for (int i = blockIdx.y * blockDim.y + threadIdx.y; i < rows; i += gridDim.y * blockDim.y)
        for (int j = blockIdx.x * blockDim.x + threadIdx.x; j < columns; j += gridDim.x * blockDim.x)
            out[std::ptrdiff_t{i} * columns + j] = a(i, j) + b(i, j);
}

void launch(Seen a, Seen b, float* out, int rows, int columns) {
    if (rows == 0 || columns == 0) return;
    cudaLaunchConfig_t config = {};
    config.blockDim = dim3(32, 4);
    config.gridDim = dim3(columns < 1024 ? (columns + 31) / 32 : 32, rows < 256 ? (rows + 3) / 4 : 64);
    check(cudaLaunchKernelEx(&config, add_seen, a, b, out, rows, columns));
}

void add_views(const float* a, std::ptrdiff_t a_row_stride, std::ptrdiff_t a_column_stride,
               const float* b, std::ptrdiff_t b_row_stride, std::ptrdiff_t b_column_stride, float* out,
               int rows, int columns) {
    launch({a, a_row_stride, a_column_stride}, {b, b_row_stride, b_column_stride}, out, rows, columns);
}

void outer_sum(const float* column, const float* row, float* out, int rows, int columns) {
    launch({column, 1, 0}, {row, 0, 1}, out, rows, columns);
}

void add_scalar(const float* matrix, const float* scalar, float* out, int rows, int columns) {
    launch({matrix, columns, 1}, {scalar, 0, 0}, out, rows, columns);
}

void add_row(const float* matrix, const float* row, float* out, int rows, int columns) {
    launch({matrix, columns, 1}, {row, 0, 1}, out, rows, columns);
}
