// Accepted: a product of its own, whose sums go through shared memory before the functor sees them
#include "gemm_epilogue.hpp"
#include "given.hpp"

#include "wire/cuda_check.hpp"

// A functor of this lesson is called for one element of C, with its complete sum, its row and its
// column. C gets what it returns.

// for each element of C.
// sum + bias[column]
struct Bias {
    const float* bias; // one element for each column of C
    __device__ float operator()(float sum, int row, int column) const { return sum + bias[column]; }
};

// sum + residual(row, column)
struct Residual {
    const float* residual; // as many rows and columns as C
    int columns;
    __device__ float operator()(float sum, int row, int column) const {
        return sum + residual[row * columns + column];
    }
};

// x (1 + erf(x / sqrt(2))) / 2, where x is the sum
struct Gelu {
    __device__ float operator()(float sum, int row, int column) const {
        constexpr float root_of_half = 0.70710678f;
        return 0.5f * sum * (1.0f + erff(sum * root_of_half));
    }
};

// `second` of what `first` returns, for the same row and column
template <class First, class Second>
struct Then {
    First first;
    Second second;
    __device__ float operator()(float sum, int row, int column) const {
        // without a call.
        return second(first(sum, row, column), row, column);
    }
};

// A product of its own: 16 x 16 threads, each with 4 x 4 elements of a tile of 64 x 64, 16 deep; sums go through shared
// memory, so that warps write rows.
template <class Op>
__global__ void __launch_bounds__(256) own_kernel(const float* A, const float* B, float* C, int m, int n, int k, Op op) {
    __shared__ float a[128][17];
    __shared__ alignas(16) float b[16][128];
    __shared__ alignas(16) float c[8][128];
    const int x = threadIdx.x % 16, y = threadIdx.x / 16, top = blockIdx.y * 128, left = blockIdx.x * 128;
    float sums[8][8] = {};
    for (int first = 0; first < k; first += 16) {
        for (int i = threadIdx.x; i < 128 * 16; i += 256) {
            const int row = top + i / 16, column = first + i % 16;
            a[i / 16][i % 16] = row < m && column < k ? A[row * k + column] : 0.0f;
            const int b_row = first + i / 128, b_column = left + i % 128;
            b[i / 128][i % 128] = b_row < k && b_column < n ? B[b_row * n + b_column] : 0.0f;
        }
        __syncthreads();
        for (int p = 0; p < 16; ++p)
#pragma unroll
            for (int i = 0; i < 8; ++i)
#pragma unroll
                for (int j = 0; j < 8; ++j) sums[i][j] += a[y + 16 * i][p] * b[p][x + 16 * j];
        __syncthreads();
    }
    const bool fours = n % 4 == 0 && reinterpret_cast<std::uintptr_t>(C) % 16 == 0;
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        for (int half = 0; half < 2; ++half) {
            if (y / 8 == half) {
#pragma unroll
                for (int j = 0; j < 8; ++j) c[y % 8][x + 16 * j] = sums[i][j];
            }
            __syncthreads();
            const int row = top + threadIdx.x / 32 + half * 8 + 16 * i, column = left + threadIdx.x % 32 * 4;
            if (row < m && column < n) {
                float four[4];
                for (int one = 0; one < 4; ++one)
                    if (column + one < n) four[one] = op(c[threadIdx.x / 32][threadIdx.x % 32 * 4 + one], row, column + one);
                write_four(C, n, row, column, four, fours);
            }
            __syncthreads();
        }
    }
}

// C(i, j) = op(sum, i, j), where sum is row i of A times column j of B. op may read C(i, j): it is
// written after that. A is m x k, B is k x n, C is m x n.
template <class Op>
void gemm(const float* A, const float* B, float* C, int m, int n, int k, Op op) {
    if (m == 0 || n == 0) return;
    const dim3 grid((n + tile - 1) / tile, (m + tile - 1) / tile);
    own_kernel<<<grid, 256>>>(A, B, C, m, n, k, op);
    check(cudaGetLastError());
}

// writes the same element of h, before it does, so they may be one array.
void up(const float* x, const float* W, const float* bias, float* y, int m, int n, int k) {
    gemm(x, W, y, m, n, k, Then<Bias, Gelu>{{bias}, {}});
}

void down(const float* y, const float* W, const float* bias, const float* residual, float* h, int m,
          int n, int k) {
    gemm(y, W, h, m, n, k, Then<Bias, Residual>{{bias}, {residual, n}});
}
