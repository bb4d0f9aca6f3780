// Accepted: CUB adds up warps, and the carries of a row by a block
#include "spmv_csr.hpp"

#include "wire/cuda_check.hpp"

#include <cub/block/block_reduce.cuh>
#include <cub/warp/warp_reduce.cuh>

using OfWarp = cub::WarpReduce<float>;

__device__ float product(const int* columns, const float* values, const float* x, int k) {
    return values[k] * x[columns[k]];
}

__global__ void rows_kernel(const int* offsets, const int* columns, const float* values, int rows, const float* x,
                            float* y) {
    for (int row = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); row < rows;
         row += static_cast<int>(gridDim.x * blockDim.x)) {
        float sum = 0;
        for (int k = offsets[row], end = offsets[row + 1]; k < end; ++k) sum += product(columns, values, x, k);
        y[row] = sum;
    }
}

__global__ void warps_kernel(const int* offsets, const int* columns, const float* values, int rows, const float* x,
                             float* y) {
    __shared__ OfWarp::TempStorage storage[8];
    const int warp = static_cast<int>(threadIdx.x / 32), lane = static_cast<int>(threadIdx.x % 32);
    const int row = static_cast<int>(blockIdx.x * 8) + warp;
    if (row >= rows) return;
    float sum = 0;
    for (int k = offsets[row] + lane; k < offsets[row + 1]; k += 32) sum += product(columns, values, x, k);
    sum = OfWarp(storage[warp]).Sum(sum);
    if (lane == 0) y[row] = sum;
}

__global__ void begins_kernel(const int* offsets, int rows, int shares, int* begins) {
    const int b = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (b > shares) return;
    int low = -1, high = rows; // row `low` ends before the step, row `high` does not
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        (offsets[middle + 1] + middle < b * steps_of_a_share ? low : high) = middle;
    }
    begins[b] = high;
}

__global__ void shares_kernel(const int* offsets, const int* columns, const float* values, int nonzeros,
                              const float* x, const int* begins, float* y, float* carries) {
    __shared__ float products[steps_of_a_share + 1];
    __shared__ OfWarp::TempStorage storage[8];
    __shared__ int first, last;
    if (threadIdx.x == 0) first = begins[blockIdx.x], last = begins[blockIdx.x + 1];
    __syncthreads();
    const int begin = static_cast<int>(blockIdx.x) * steps_of_a_share - first;
    const int end = min(nonzeros, static_cast<int>(blockIdx.x + 1) * steps_of_a_share - last);
    for (int k = static_cast<int>(threadIdx.x); k < end - begin; k += 256)
        products[k] = product(columns, values, x, begin + k);
    __syncthreads();
    const int warp = static_cast<int>(threadIdx.x / 32), lane = static_cast<int>(threadIdx.x % 32);
    if (last - first >= 64) { // a thread for each row
        for (int row = first + static_cast<int>(threadIdx.x); row <= last; row += 256) {
            float sum = 0;
            const int to = row < last ? offsets[row + 1] : end;
            for (int k = max(begin, offsets[row]); k < to; ++k) sum += products[k - begin];
            (row < last ? y[row] : carries[blockIdx.x]) = sum;
        }
        return;
    }
    for (int row = first + warp; row <= last; row += 8) {
        float sum = 0;
        const int to = row < last ? offsets[row + 1] : end;
        for (int k = max(begin, offsets[row]) + lane; k < to; k += 32) sum += products[k - begin];
        sum = OfWarp(storage[warp]).Sum(sum);
        if (lane == 0) (row < last ? y[row] : carries[blockIdx.x]) = sum;
        __syncwarp();
    }
}

__global__ void carries_kernel(const int* begins, const float* carries, int rows, int shares, float* y) {
    using OfBlock = cub::BlockReduce<float, 64>;
    __shared__ OfBlock::TempStorage storage;
    const int b = static_cast<int>(blockIdx.x), row = begins[b + 1];
    if (row == rows || (b > 0 && begins[b] == row)) return;
    float own = 0;
    for (int c = b + static_cast<int>(threadIdx.x); c < shares && begins[c + 1] == row; c += 64) own += carries[c];
    own = OfBlock(storage).Sum(own);
    if (threadIdx.x == 0) y[row] += own;
}

void spmv_rows(const int* offsets, const int* columns, const float* values, int rows, const float* x, float* y) {
    if (rows == 0) return;
    rows_kernel<<<(rows + 255) / 256, 256>>>(offsets, columns, values, rows, x, y);
    check(cudaGetLastError());
}
void spmv_warps(const int* offsets, const int* columns, const float* values, int rows, const float* x, float* y) {
    if (rows == 0) return;
    warps_kernel<<<(rows + 7) / 8, 256>>>(offsets, columns, values, rows, x, y);
    check(cudaGetLastError());
}
void share_begins(const int* offsets, int rows, int nonzeros, int* begins) {
    const int shares = shares_for(rows, nonzeros);
    begins_kernel<<<(shares + 64) / 64, 64>>>(offsets, rows, shares, begins);
    check(cudaGetLastError());
}
void sum_shares(const int* offsets, const int* columns, const float* values, int rows, int nonzeros, const float* x,
                const int* begins, float* y, float* carries) {
    if (rows == 0) return;
    shares_kernel<<<shares_for(rows, nonzeros), 256>>>(offsets, columns, values, nonzeros, x, begins, y, carries);
    check(cudaGetLastError());
}
void add_carries(const int* begins, const float* carries, int rows, int nonzeros, float* y) {
    if (rows == 0) return;
    carries_kernel<<<shares_for(rows, nonzeros), 64>>>(begins, carries, rows, shares_for(rows, nonzeros), y);
    check(cudaGetLastError());
}
void spmv_balanced(const int* offsets, const int* columns, const float* values, int rows, int nonzeros, const float* x,
                   int* begins, float* carries, float* y) {
    share_begins(offsets, rows, nonzeros, begins);
    sum_shares(offsets, columns, values, rows, nonzeros, x, begins, y, carries);
    add_carries(begins, carries, rows, nonzeros, y);
}
