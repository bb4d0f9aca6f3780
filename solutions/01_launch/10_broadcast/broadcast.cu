// Lesson 10: broadcasting. README.md explains; fill in the four regions marked TODO.
#include "broadcast.hpp"

#include "wire/cuda_check.hpp"

// Threads walk over the elements of out in the order in which they lie in memory, as in lesson 07.
__global__ void add_views_kernel(const float* a, std::ptrdiff_t a_row_stride,
                                 std::ptrdiff_t a_column_stride, const float* b,
                                 std::ptrdiff_t b_row_stride, std::ptrdiff_t b_column_stride,
                                 float* out, int rows, int columns) {
    const long long count = static_cast<long long>(rows) * columns;
    const long long stride = static_cast<long long>(gridDim.x) * blockDim.x;
    for (long long k = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; k < count;
         k += stride) {
        // Solution 1: a row of out has `columns` elements, so that number divides.
        const long long i = k / columns;
        const long long j = k % columns;
        out[k] = a[i * a_row_stride + j * a_column_stride] +
                 b[i * b_row_stride + j * b_column_stride];
        // end of Solution 1
    }
}

void add_views(const float* a, std::ptrdiff_t a_row_stride, std::ptrdiff_t a_column_stride,
               const float* b, std::ptrdiff_t b_row_stride, std::ptrdiff_t b_column_stride, float* out,
               int rows, int columns) {
    const long long count = static_cast<long long>(rows) * columns;
    if (count == 0) {
        return;
    }
    constexpr long long threads_per_block = 256, most_blocks = 8192;
    const long long blocks = (count + threads_per_block - 1) / threads_per_block;
    add_views_kernel<<<static_cast<unsigned>(blocks < most_blocks ? blocks : most_blocks),
                       static_cast<unsigned>(threads_per_block)>>>(
        a, a_row_stride, a_column_stride, b, b_row_stride, b_column_stride, out, rows, columns);
    check(cudaGetLastError());
}

// The three below call add_views, each with strides of its own: nothing is copied, and there is no other
// kernel.

void outer_sum(const float* column, const float* row, float* out, int rows, int columns) {
    // Solution 2: the column does not change along a row, the row does not change down a column.
    add_views(column, 1, 0, row, 0, 1, out, rows, columns);
    // end of Solution 2
}

void add_scalar(const float* matrix, const float* scalar, float* out, int rows, int columns) {
    // Solution 3: the next row of a matrix begins a row's length further on.
    add_views(matrix, columns, 1, scalar, 0, 0, out, rows, columns);
    // end of Solution 3
}

void add_row(const float* matrix, const float* row, float* out, int rows, int columns) {
    // Solution 4: the same row for every i.
    add_views(matrix, columns, 1, row, 0, 1, out, rows, columns);
    // end of Solution 4
}
