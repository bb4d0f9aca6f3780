// Accepted: blocks of 512 threads, cooperative groups; vectors of four where rows allow it; several blocks for a row's gradient
#include "cross_entropy.hpp"

#include "wire/cuda_check.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <algorithm>
#include <cmath>

namespace cg = cooperative_groups;

__host__ __device__ State joined(State a, State b) {
    if (!(b.sum > 0)) return a;
    if (!(a.sum > 0)) return b;
    return a.maximum >= b.maximum ? State{a.maximum, a.sum + b.sum * expf(b.maximum - a.maximum)}
                                  : State{b.maximum, b.sum + a.sum * expf(a.maximum - b.maximum)};
}

__host__ __device__ State of(float x) { return x > -INFINITY ? State{x, 1} : State{-INFINITY, 0}; }

State with_four_on_host(State state, float a, float b, float c, float d) {
    return joined(state, joined(joined(of(a), of(b)), joined(of(c), of(d))));
}

__global__ void losses_kernel(const float* logits, const int* labels, int classes, State* states, float* losses) {
    const auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    const std::size_t row = blockIdx.x;
    const float* x = logits + row * classes;
    const int label = labels[row];
    if (label < 0) {
        if (block.thread_rank() == 0) losses[row] = 0;
        return;
    }
    State own{-INFINITY, 0};
    const bool whole = classes % 4 == 0 && reinterpret_cast<std::uintptr_t>(x) % 16 == 0;
    if (whole) {
        for (int i = threadIdx.x; i < classes / 4; i += blockDim.x) {
            const float4 v = reinterpret_cast<const float4*>(x)[i];
            const float top = fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w));
            if (top > -INFINITY) own = joined(own, {top, expf(v.x - top) + expf(v.y - top) + expf(v.z - top) + expf(v.w - top)});
        }
    } else {
        for (int i = threadIdx.x; i < classes; i += blockDim.x) own = joined(own, of(x[i]));
    }
    __shared__ State of_warps[32];
    const float maximum = cg::reduce(warp, own.maximum, cg::greater<float>());
    const float sum = cg::reduce(warp, own.sum > 0 ? own.sum * expf(own.maximum - maximum) : 0.0f, cg::plus<float>());
    if (warp.thread_rank() == 0) of_warps[warp.meta_group_rank()] = {maximum, sum};
    block.sync();
    if (block.thread_rank() != 0) return;
    State all = of_warps[0];
    for (unsigned w = 1; w < warp.meta_group_size(); ++w) all = joined(all, of_warps[w]);
    states[row] = all;
    losses[row] = all.maximum - x[label] + logf(all.sum);
}

__global__ void mean_kernel(const float* losses, const int* labels, std::size_t rows, Mean* mean) {
    __shared__ float sum;
    __shared__ int count;
    if (threadIdx.x == 0) sum = 0, count = 0;
    __syncthreads();
    float own = 0;
    int counted = 0;
    for (std::size_t r = threadIdx.x; r < rows; r += blockDim.x) {
        if (labels[r] == ignored) continue;
        own += losses[r];
        ++counted;
    }
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    own = cg::reduce(warp, own, cg::plus<float>());
    counted = cg::reduce(warp, counted, cg::plus<int>());
    if (warp.thread_rank() == 0) atomicAdd(&sum, own), atomicAdd(&count, counted);
    __syncthreads();
    if (threadIdx.x == 0) *mean = {count ? sum / count : 0.0f, count};
}

__global__ void gradient_kernel(float* logits, const int* labels, const State* states, const Mean* mean, int classes) {
    const std::size_t row = blockIdx.x;
    float* x = logits + row * classes;
    const int label = labels[row], step = gridDim.y * blockDim.x, first = blockIdx.y * blockDim.x + threadIdx.x;
    if (label == ignored) {
        for (int c = first; c < classes; c += step) x[c] = 0;
        return;
    }
    const State state = states[row];
    const float part = 1.0f / mean->count;
    for (int c = first; c < classes; c += step) x[c] = (expf(x[c] - state.maximum) / state.sum - (c == label)) * part;
}

static void all_losses(const float* logits, const int* labels, std::size_t rows, int classes, State* states, float* losses) {
    if (rows == 0) return;
    losses_kernel<<<static_cast<unsigned>(rows), 512>>>(logits, labels, classes, states, losses);
    check(cudaGetLastError());
}

static void all_derivatives(float* logits, const int* labels, const State* states, const Mean* mean, std::size_t rows,
                            int classes) {
    if (rows == 0) return;
    const dim3 grid(static_cast<unsigned>(rows), std::min((classes + 2047) / 2048, 8));
    gradient_kernel<<<grid, 256>>>(logits, labels, states, mean, classes);
    check(cudaGetLastError());
}

void row_losses(const float* logits, const int* labels, std::size_t rows, int classes, State* states, float* losses) {
    all_losses(logits, labels, rows, classes, states, losses);
}

void mean_loss(const float* losses, const int* labels, std::size_t rows, Mean* mean) {
    mean_kernel<<<1, 1024>>>(losses, labels, rows, mean);
    check(cudaGetLastError());
}

void gradient(float* logits, const int* labels, const State* states, const Mean* mean, std::size_t rows, int classes) {
    all_derivatives(logits, labels, states, mean, rows, classes);
}

void cross_entropy(float* logits, const int* labels, std::size_t rows, int classes, State* states, float* losses, Mean* mean) {
    all_losses(logits, labels, rows, classes, states, losses);
    mean_kernel<<<1, 1024>>>(losses, labels, rows, mean);
    check(cudaGetLastError());
    all_derivatives(logits, labels, states, mean, rows, classes);
}
