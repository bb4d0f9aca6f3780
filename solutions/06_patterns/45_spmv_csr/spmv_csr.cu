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
    // Solution 1: the two offsets say where the row lies. A loop without a round leaves 0.
    float sum = 0.0f;
    for (int k = offsets[row]; k < offsets[row + 1]; ++k) {
        sum += values[k] * x[columns[k]];
    }
    y[row] = sum;
    // end of Solution 1
}

__global__ void warps_kernel(const int* offsets, const int* columns, const float* values, int rows,
                             const float* x, float* y) {
    const int row = blockIdx.x * warps_per_block + threadIdx.x / warp_size;
    const int lane = threadIdx.x % warp_size;
    if (row >= rows) return; // all lanes of the warp, or none
    // Solution 2: lanes read neighbours, in as many rounds as the row takes. Lanes without a
    // nonzero bring a 0: all 32 come to the shuffles.
    float sum = 0.0f;
    const int end = offsets[row + 1];
    for (int k = offsets[row] + lane; k < end; k += warp_size) {
        sum += values[k] * x[columns[k]];
    }
    sum = sum_of_lanes(sum, warp_size);
    if (lane == 0) y[row] = sum;
    // end of Solution 2
}

__global__ void begins_kernel(const int* offsets, int rows, int shares, int* begins) {
    const int b = blockIdx.x * threads_per_block + threadIdx.x;
    if (b > shares) return;
    const int step = b * steps_of_a_share;
    // Solution 3: the ends of rows are steps in rising order, so a binary search counts those
    // before `step`: rows below `low` end before it, rows from `high` on do not.
    int low = 0, high = rows;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (offsets[middle + 1] + middle < step) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    begins[b] = low;
    // end of Solution 3
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
    // Solution 4: first the products, by all threads, no matter whose they are. Then each part of a
    // row is added up by so many lanes that the block has work: a block with one long row by a
    // warp, one with hundreds of short rows by a thread each. All threads make the same rounds,
    // because they meet in the shuffles.
#pragma unroll
    for (int round = 0; round < steps_of_a_share / threads_per_block; ++round) {
        const int k = begin + round * threads_per_block + threadIdx.x;
        if (k < end) products[k - begin] = values[k] * x[columns[k]];
    }
    __syncthreads();
    const int parts = last - first + 1; // with that of row `last`, which is carried
    const int lanes = lanes_for(parts);
    for (int part = 0; part < parts; part += threads_per_block / lanes) {
        const int row = first + part + threadIdx.x / lanes;
        float sum = 0.0f;
        if (row <= last) {
            const int part_end = row < last ? offsets[row + 1] : end;
            for (int k = max(begin, offsets[row]) + threadIdx.x % lanes; k < part_end; k += lanes) {
                sum += products[k - begin];
            }
        }
        sum = sum_of_lanes(sum, lanes);
        if (threadIdx.x % lanes == 0 && row <= last) {
            (row < last ? y[row] : carries[b]) = sum;
        }
    }
    // end of Solution 4
}

__global__ void carries_kernel(const int* begins, const float* carries, int rows, int shares,
                               float* y) {
    const int b = blockIdx.x * warps_per_block + threadIdx.x / warp_size;
    const int lane = threadIdx.x % warp_size;
    if (b >= shares) return; // all lanes of the warp, or none
    // Solution 5: a row of many shares has many carries, one after the other. The warp of the first
    // of them adds them all, in an order that is always the same, so y[row] has one writer.
    const int row = begins[b + 1];
    if (row == rows || (b > 0 && begins[b] == row)) return;
    float sum = 0.0f;
    for (int c = b + lane; c < shares && begins[c + 1] == row; c += warp_size) {
        sum += carries[c];
    }
    sum = sum_of_lanes(sum, warp_size);
    if (lane == 0) y[row] += sum;
    // end of Solution 5
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
