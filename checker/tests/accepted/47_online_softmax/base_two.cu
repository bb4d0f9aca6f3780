// Accepted: powers of two; blocks of 1024 threads, cooperative groups; the maximum by an integer operation of warps
#include "online_softmax.hpp"

#include "wire/cuda_check.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cmath>

namespace cg = cooperative_groups;

__host__ __device__ float power(float x) { return exp2f(x * 1.44269504f); }

__host__ __device__ State both(State a, State b) {
    if (!(b.sum > 0)) return a;
    if (!(a.sum > 0)) return b;
    if (a.maximum >= b.maximum) return {a.maximum, a.sum + b.sum * power(b.maximum - a.maximum)};
    return {b.maximum, b.sum + a.sum * power(a.maximum - b.maximum)};
}

State merge_on_host(State a, State b) { return both(a, b); }

__device__ State value(float x) { return x > -INFINITY ? State{x, 1} : State{-INFINITY, 0}; }

__global__ void by_threads(const float* input, int rows, int columns, int upto, State* states, float* output) {
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
        State state{-INFINITY, 0};
        for (int i = 0; i < upto; ++i) state = both(state, value(input[std::size_t(row) * columns + i]));
        if (states) states[row] = state;
        if (output)
            for (int i = 0; i < columns; ++i)
                output[std::size_t(row) * columns + i] =
                    state.sum > 0 ? power(input[std::size_t(row) * columns + i] - state.maximum) / state.sum : 0;
    }
}

__global__ void by_blocks(const float* input, int columns, State* states, float* output) {
    __shared__ State of_warps[32], of_row;
    const auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    const float* x = input + std::size_t(blockIdx.x) * columns;
    State own{-INFINITY, 0};
    for (int i = block.thread_rank(); i < columns; i += block.size()) own = both(own, value(x[i]));
    const auto across = [&](State state) {
        const float maximum = cg::reduce(warp, state.maximum, cg::greater<float>());
        const float scaled = state.sum > 0 ? state.sum * power(state.maximum - maximum) : 0;
        return State{maximum, cg::reduce(warp, scaled, cg::plus<float>())};
    };
    own = across(own);
    if (warp.thread_rank() == 0) of_warps[warp.meta_group_rank()] = own;
    block.sync();
    if (warp.meta_group_rank() == 0) {
        own = across(of_warps[warp.thread_rank()]);
        if (warp.thread_rank() == 0) of_row = own;
    }
    block.sync();
    const State state = of_row;
    if (states && block.thread_rank() == 0) states[blockIdx.x] = state;
    if (output)
        for (int i = block.thread_rank(); i < columns; i += block.size())
            output[std::size_t(blockIdx.x) * columns + i] = state.sum > 0 ? power(x[i] - state.maximum) / state.sum : 0;
}

void softmax_rows(const float* input, float* output, int rows, int columns) {
    if (rows == 0 || columns == 0) return;
    by_threads<<<(rows + 63) / 64, 64>>>(input, rows, columns, columns, nullptr, output);
    check(cudaGetLastError());
}

void online_states(const float* input, int rows, int columns, int upto, State* states) {
    if (rows == 0) return;
    by_threads<<<(rows + 63) / 64, 64>>>(input, rows, columns, upto, states, nullptr);
    check(cudaGetLastError());
}

void row_states(const float* input, int rows, int columns, State* states) {
    if (rows == 0) return;
    by_blocks<<<rows, 1024>>>(input, columns, states, nullptr);
    check(cudaGetLastError());
}

void softmax(const float* input, float* output, int rows, int columns) {
    if (rows == 0 || columns == 0) return;
    by_blocks<<<rows, 1024>>>(input, columns, nullptr, output);
    check(cudaGetLastError());
}
