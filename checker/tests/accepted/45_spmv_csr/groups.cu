// Accepted: cooperative groups; loads of the products four in a row; a tree of a block for a long row
#include "spmv_csr.hpp"

#include "wire/cuda_check.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__global__ void one_thread(const int* offsets, const int* columns, const float* values, int rows, const float* x,
                           float* y) {
    const auto row = static_cast<int>(cg::this_grid().thread_rank());
    if (row >= rows) return;
    float even = 0.0f, odd = 0.0f;
    int k = offsets[row];
    const int end = offsets[row + 1];
    for (; k + 1 < end; k += 2) {
        even += values[k] * x[columns[k]];
        odd += values[k + 1] * x[columns[k + 1]];
    }
    if (k < end) even += values[k] * x[columns[k]];
    y[row] = even + odd;
}

__global__ void one_warp(const int* offsets, const int* columns, const float* values, int rows, const float* x,
                         float* y) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const int warps = static_cast<int>(gridDim.x * warp.meta_group_size());
    for (int row = static_cast<int>(blockIdx.x * warp.meta_group_size() + warp.meta_group_rank()); row < rows;
         row += warps) {
        float own = 0.0f;
        for (int k = offsets[row] + static_cast<int>(warp.thread_rank()); k < offsets[row + 1]; k += 32)
            own += values[k] * x[columns[k]];
        own = cg::reduce(warp, own, cg::plus<float>());
        if (warp.thread_rank() == 0) y[row] = own;
    }
}

__global__ void find_begins(const int* offsets, int rows, int shares, int* begins) {
    for (int b = static_cast<int>(cg::this_grid().thread_rank()); b <= shares;
         b += static_cast<int>(cg::this_grid().num_threads())) {
        int low = 0, count = rows;
        while (count > 0) {
            const int half = count / 2;
            if (offsets[low + half + 1] + low + half < b * steps_of_a_share) {
                low += half + 1;
                count -= half + 1;
            } else {
                count = half;
            }
        }
        begins[b] = low;
    }
}

__global__ void add_shares(const int* offsets, const int* columns, const float* values, int nonzeros, const float* x,
                           const int* begins, float* y, float* carries) {
    __shared__ float products[steps_of_a_share];
    const auto block = cg::this_thread_block();
    const int b = static_cast<int>(block.group_index().x), t = static_cast<int>(block.thread_rank());
    const int first = begins[b], last = begins[b + 1];
    const int begin = b * steps_of_a_share - first, end = min(nonzeros, (b + 1) * steps_of_a_share - last);
    for (int k = begin + t; k < end; k += static_cast<int>(block.size()))
        products[k - begin] = values[k] * x[columns[k]];
    block.sync();
    const auto four = cg::tiled_partition<4>(block);
    if (last - first < 8) {
        const auto warp = cg::tiled_partition<32>(block);
        const int row = first + static_cast<int>(warp.meta_group_rank());
        if (row > last) return;
        float own = 0.0f;
        const int to = row < last ? offsets[row + 1] : end;
        for (int k = max(begin, offsets[row]) + static_cast<int>(warp.thread_rank()); k < to; k += 32)
            own += products[k - begin];
        own = cg::reduce(warp, own, cg::plus<float>());
        if (warp.thread_rank() == 0) (row < last ? y[row] : carries[b]) = own;
        return;
    }
    for (int row = first + static_cast<int>(four.meta_group_rank()); row <= last;
         row += static_cast<int>(four.meta_group_size())) {
        float own = 0.0f;
        const int to = row < last ? offsets[row + 1] : end;
        for (int k = max(begin, offsets[row]) + static_cast<int>(four.thread_rank()); k < to; k += 4)
            own += products[k - begin];
        own = cg::reduce(four, own, cg::plus<float>());
        if (four.thread_rank() == 0) (row < last ? y[row] : carries[b]) = own;
    }
}

__global__ void one_row_of_carries(const int* begins, const float* carries, int rows, int shares, float* y) {
    const int b = static_cast<int>(cg::this_grid().thread_rank());
    if (b >= shares) return;
    const int row = begins[b + 1];
    if (row == rows || (b + 1 < shares && begins[b + 2] == row)) return; // the last of a row adds
    float sum = 0.0f;
    for (int c = b; c >= 0 && begins[c + 1] == row; --c) sum += carries[c];
    y[row] += sum;
}

void spmv_rows(const int* offsets, const int* columns, const float* values, int rows, const float* x, float* y) {
    if (rows == 0) return;
    one_thread<<<(rows + 127) / 128, 128>>>(offsets, columns, values, rows, x, y);
    check(cudaGetLastError());
}

void spmv_warps(const int* offsets, const int* columns, const float* values, int rows, const float* x, float* y) {
    if (rows == 0) return;
    one_warp<<<min(rows, 2000), 128>>>(offsets, columns, values, rows, x, y);
    check(cudaGetLastError());
}

void share_begins(const int* offsets, int rows, int nonzeros, int* begins) {
    find_begins<<<32, 128>>>(offsets, rows, shares_for(rows, nonzeros), begins);
    check(cudaGetLastError());
}

void sum_shares(const int* offsets, const int* columns, const float* values, int rows, int nonzeros, const float* x,
                const int* begins, float* y, float* carries) {
    if (rows == 0) return;
    add_shares<<<shares_for(rows, nonzeros), threads_per_block>>>(offsets, columns, values, nonzeros, x, begins, y,
                                                                  carries);
    check(cudaGetLastError());
}

void add_carries(const int* begins, const float* carries, int rows, int nonzeros, float* y) {
    const int shares = shares_for(rows, nonzeros);
    if (shares == 0) return;
    one_row_of_carries<<<(shares + 255) / 256, 256>>>(begins, carries, rows, shares, y);
    check(cudaGetLastError());
}

void spmv_balanced(const int* offsets, const int* columns, const float* values, int rows, int nonzeros, const float* x,
                   int* begins, float* carries, float* y) {
    share_begins(offsets, rows, nonzeros, begins);
    sum_shares(offsets, columns, values, rows, nonzeros, x, begins, y, carries);
    add_carries(begins, carries, rows, nonzeros, y);
}
