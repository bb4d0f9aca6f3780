// Lesson 45: a sparse matrix by a vector. README.md explains; fill in the five regions marked TODO.
#include "spmv_csr.hpp"

#include "wire/cuda_check.hpp"

constexpr int warps_per_block = threads_per_block / warp_size;

// The sum of what `lanes` neighbouring lanes bring (a power of 2, up to 32), for each of them:
// lesson 40. All 32 lanes of a warp call it.
__device__ float sum_of_lanes(float own, int lanes) {
    for (int offset = lanes / 2; offset > 0; offset /= 2) {
        own += __shfl_xor_sync(0xffffffff, own, offset);
    }
    return own;
}

__global__ void rows_kernel(const int* offsets, const int* columns, const float* values, int rows,
                            const float* x, float* y) {
    const int row = blockIdx.x * threads_per_block + threadIdx.x;
    if (row >= rows) return;
    // TODO 1: the sum of the row, of all its nonzeros; also of a row without any.
    y[row] = values[0] * x[columns[0]];
    // end of TODO 1
}

__global__ void warps_kernel(const int* offsets, const int* columns, const float* values, int rows,
                             const float* x, float* y) {
    const int row = blockIdx.x * warps_per_block + threadIdx.x / warp_size;
    const int lane = threadIdx.x % warp_size;
    if (row >= rows) return; // all lanes of the warp, or none
    // TODO 2: neighbouring lanes take neighbouring nonzeros; sum_of_lanes; one lane writes.
    if (lane == 0) y[row] = values[0] * x[columns[0]];
    // end of TODO 2
}

__global__ void begins_kernel(const int* offsets, int rows, int shares, int* begins) {
    const int b = blockIdx.x * threads_per_block + threadIdx.x;
    if (b > shares) return;
    const int step = b * steps_of_a_share;
    // TODO 3: how many of the rows end before `step`? Row r ends in step offsets[r + 1] + r.
    begins[b] = min(rows, step + offsets[0]);
    // end of TODO 3
}

// How many lanes add up one part, if a block has so many parts of rows: as many as there are
// threads for, at most a warp.
__device__ int lanes_for(int parts) {
    int lanes = warp_size;
    while (lanes > 1 && lanes * parts > threads_per_block) lanes /= 2;
    return lanes;
}

__global__ void shares_kernel(const int* offsets, const int* columns, const float* values,
                              int nonzeros, const float* x, const int* begins, float* y,
                              float* carries) {
    __shared__ float products[steps_of_a_share];
    const int b = blockIdx.x;
    const int first = begins[b], last = begins[b + 1]; // rows first to last - 1 end here
    const int begin = b * steps_of_a_share - first;    // the nonzeros of this share
    const int end = min(nonzeros, (b + 1) * steps_of_a_share - last);
    // TODO 4: the products of the share; then the parts of rows first to last.
    if (threadIdx.x == 0) {
        products[0] = begin < end ? values[begin] * x[columns[begin]] : 0.0f;
        carries[b] = products[0];
    }
    // end of TODO 4
}

__global__ void carries_kernel(const int* begins, const float* carries, int rows, int shares,
                               float* y) {
    const int b = blockIdx.x * warps_per_block + threadIdx.x / warp_size;
    const int lane = threadIdx.x % warp_size;
    if (b >= shares) return; // all lanes of the warp, or none
    // TODO 5: one warp adds all carries of a row.
    if (b == 0 && lane == 0 && begins[1] < rows) y[begins[1]] += carries[0];
    // end of TODO 5
}

void spmv_rows(const int* offsets, const int* columns, const float* values, int rows,
               const float* x, float* y) {
    if (rows == 0) return;
    const int blocks = (rows + threads_per_block - 1) / threads_per_block;
    rows_kernel<<<blocks, threads_per_block>>>(offsets, columns, values, rows, x, y);
    check(cudaGetLastError());
}

void spmv_warps(const int* offsets, const int* columns, const float* values, int rows,
                const float* x, float* y) {
    if (rows == 0) return;
    const int blocks = (rows + warps_per_block - 1) / warps_per_block;
    warps_kernel<<<blocks, threads_per_block>>>(offsets, columns, values, rows, x, y);
    check(cudaGetLastError());
}

void share_begins(const int* offsets, int rows, int nonzeros, int* begins) {
    const int shares = shares_for(rows, nonzeros);
    const int blocks = shares / threads_per_block + 1; // begins has an element more than shares
    begins_kernel<<<blocks, threads_per_block>>>(offsets, rows, shares, begins);
    check(cudaGetLastError());
}

void sum_shares(const int* offsets, const int* columns, const float* values, int rows, int nonzeros,
                const float* x, const int* begins, float* y, float* carries) {
    const int shares = shares_for(rows, nonzeros);
    if (shares == 0) return;
    shares_kernel<<<shares, threads_per_block>>>(offsets, columns, values, nonzeros, x, begins, y,
                                                 carries);
    check(cudaGetLastError());
}

void add_carries(const int* begins, const float* carries, int rows, int nonzeros, float* y) {
    const int shares = shares_for(rows, nonzeros);
    if (shares == 0) return;
    const int blocks = (shares + warps_per_block - 1) / warps_per_block;
    carries_kernel<<<blocks, threads_per_block>>>(begins, carries, rows, shares, y);
    check(cudaGetLastError());
}

void spmv_balanced(const int* offsets, const int* columns, const float* values, int rows,
                   int nonzeros, const float* x, int* begins, float* carries, float* y) {
    share_begins(offsets, rows, nonzeros, begins);
    sum_shares(offsets, columns, values, rows, nonzeros, x, begins, y, carries);
    add_carries(begins, carries, rows, nonzeros, y);
}
