// Lesson 62: a matrix product that goes on with its sums. README.md explains; fill in the five
// regions marked TODO.
#include "gemm_epilogue.hpp"
#include "given.hpp"

#include "wire/cuda_check.hpp"

// A functor of this lesson is called for one element of C, with its complete sum, its row and its
// column. C gets what it returns.

// Solution 1: the bias has one element for each column, the same in all rows; the residual has one
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
// end of Solution 1

// x (1 + erf(x / sqrt(2))) / 2, where x is the sum
struct Gelu {
    __device__ float operator()(float sum, int row, int column) const {
        // Solution 2: erff and literals with f: with erf or 0.5 all of it would be double.
        constexpr float root_of_half = 0.70710678f;
        return 0.5f * sum * (1.0f + erff(sum * root_of_half));
        // end of Solution 2
    }
};

// `second` of what `first` returns, for the same row and column
template <class First, class Second>
struct Then {
    First first;
    Second second;
    __device__ float operator()(float sum, int row, int column) const {
        // Solution 3: both are about the same element. The compiler puts them into the kernel,
        // without a call.
        return second(first(sum, row, column), row, column);
        // end of Solution 3
    }
};

template <class Op>
__global__ void __launch_bounds__(gemm_threads, 2)
    gemm_kernel(const float* A, const float* B, float* C, int m, int n, int k, bool aligned,
                Op op) {
    __shared__ Tiles tiles[2];
    const int top = blockIdx.y * tile, left = blockIdx.x * tile;
    float sums[piece][piece] = {};
    add_products(A, B, m, n, k, top, left, aligned, tiles, sums);
    // Solution 4: each sum is complete, so op is called once for each element, and what it returns
    // goes to C at once. Beyond the edges there is nothing to call op for: it reads at (row,
    // column), too.
    const bool c_in_fours = in_fours(C, n);
#pragma unroll
    for (int i = 0; i < piece; ++i) {
#pragma unroll
        for (int j = 0; j < piece; j += 4) {
            const int row = top + row_of(i), column = left + column_of(j);
            if (row >= m || column >= n) continue;
#pragma unroll
            for (int one = 0; one < 4; ++one) {
                float& sum = sums[i][j + one];
                if (column + one < n) sum = op(sum, row, column + one);
            }
            write_four(C, n, row, column, &sums[i][j], c_in_fours);
        }
    }
    // end of Solution 4
}

// C(i, j) = op(sum, i, j), where sum is row i of A times column j of B. op may read C(i, j): it is
// written after that. A is m x k, B is k x n, C is m x n.
template <class Op>
void gemm(const float* A, const float* B, float* C, int m, int n, int k, Op op) {
    if (m == 0 || n == 0) return;
    const dim3 grid((n + tile - 1) / tile, (m + tile - 1) / tile);
    const bool aligned = in_fours(A, k) && in_fours(B, n);
    gemm_kernel<<<grid, gemm_threads>>>(A, B, C, m, n, k, aligned, op);
    check(cudaGetLastError());
}

// Solution 5: one kernel each. In `down` each element of the residual is read by the thread that
// writes the same element of h, before it does, so they may be one array.
void up(const float* x, const float* W, const float* bias, float* y, int m, int n, int k) {
    gemm(x, W, y, m, n, k, Then<Bias, Gelu>{{bias}, {}});
}

void down(const float* y, const float* W, const float* bias, const float* residual, float* h, int m,
          int n, int k) {
    gemm(y, W, h, m, n, k, Then<Bias, Residual>{{bias}, {residual, n}});
}
// end of Solution 5
