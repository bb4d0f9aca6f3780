// Lesson 45, further: what is read once does not take the place of x in the caches.
#include "spmv_csr.hpp"

#define sum_shares sum_shares_plainly
#define spmv_balanced spmv_balanced_plainly
#include "spmv_csr.cu"
#undef sum_shares
#undef spmv_balanced

// As shares_kernel. __ldcs reads what is not needed again; __restrict__ lets the other loads take
// the way of data that the kernel does not write.
__global__ void streamed_shares_kernel(const int* __restrict__ offsets,
                                       const int* __restrict__ columns,
                                       const float* __restrict__ values, int nonzeros,
                                       const float* __restrict__ x, const int* __restrict__ begins,
                                       float* y, float* carries) {
    __shared__ float products[steps_of_a_share];
    const int b = blockIdx.x;
    const int first = begins[b], last = begins[b + 1];
    const int begin = b * steps_of_a_share - first;
    const int end = min(nonzeros, (b + 1) * steps_of_a_share - last);
#pragma unroll
    for (int round = 0; round < steps_of_a_share / threads_per_block; ++round) {
        const int k = begin + round * threads_per_block + threadIdx.x;
        if (k < end) products[k - begin] = __ldcs(&values[k]) * x[__ldcs(&columns[k])];
    }
    __syncthreads();
    const int parts = last - first + 1;
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
}

void sum_shares(const int* offsets, const int* columns, const float* values, int rows, int nonzeros,
                const float* x, const int* begins, float* y, float* carries) {
    const int shares = shares_for(rows, nonzeros);
    if (shares == 0) return;
    streamed_shares_kernel<<<shares, threads_per_block>>>(offsets, columns, values, nonzeros, x,
                                                          begins, y, carries);
    check(cudaGetLastError());
}

void spmv_balanced(const int* offsets, const int* columns, const float* values, int rows,
                   int nonzeros, const float* x, int* begins, float* carries, float* y) {
    share_begins(offsets, rows, nonzeros, begins);
    sum_shares(offsets, columns, values, rows, nonzeros, x, begins, y, carries);
    add_carries(begins, carries, rows, nonzeros, y);
}
