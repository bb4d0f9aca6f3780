// Mistake: column and row of the outer sum exchanged
// Verdict: wrong_answer
// Message: row 0, column 1
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
        const long long i = k / columns;
        const long long j = k % columns;
        out[k] = a[i * a_row_stride + j * a_column_stride] +
                 b[i * b_row_stride + j * b_column_stride];
    }
}

void add_views(const float* a, std::ptrdiff_t a_row_stride, std::ptrdiff_t a_column_stride,
               const float* b, std::ptrdiff_t b_row_stride, std::ptrdiff_t b_column_stride, float* out,
               int rows, int columns) {
    const long long count = static_cast<long long>(rows) * columns;
    if (count == 0) {
        return;
    }
    constexpr long long threads_per_block = 256, most_blocks = 1024;
    const long long blocks = (count + threads_per_block - 1) / threads_per_block;
    add_views_kernel<<<static_cast<unsigned>(blocks < most_blocks ? blocks : most_blocks),
                       static_cast<unsigned>(threads_per_block)>>>(
        a, a_row_stride, a_column_stride, b, b_row_stride, b_column_stride, out, rows, columns);
    check(cudaGetLastError());
}

// The three below call add_views, each with strides of its own: nothing is copied, and there is no other
// kernel.

void outer_sum(const float* column, const float* row, float* out, int rows, int columns) {
    add_views(column, 0, 1, row, 1, 0, out, rows, columns);
}

void add_scalar(const float* matrix, const float* scalar, float* out, int rows, int columns) {
    add_views(matrix, columns, 1, scalar, 0, 0, out, rows, columns);
}

void add_row(const float* matrix, const float* row, float* out, int rows, int columns) {
    add_views(matrix, columns, 1, row, 0, 1, out, rows, columns);
}
