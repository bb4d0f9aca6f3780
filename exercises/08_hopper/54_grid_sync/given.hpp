// Lesson 54, given: the two phases, and kernels that only meet.
#pragma once

#include "grid_sync.hpp"

#include "wire/cuda_check.hpp"

#include <cooperative_groups.h>

// What all kernels of this lesson look like.
using Kernel = void(const float* x, std::size_t n, float* work, float* out);

// The largest value that the threads of a block bring, none below 0, for all of them: lessons 38
// and 40. All threads call it; it may be called again and again.
inline __device__ float largest_of_block(float own) {
    constexpr int warps = threads_per_block / 32;
    __shared__ float largest[warps];
    for (int offset = 16; offset > 0; offset /= 2) {
        own = fmaxf(own, __shfl_xor_sync(0xffffffff, own, offset));
    }
    if (threadIdx.x % 32 == 0) largest[threadIdx.x / 32] = own;
    __syncthreads();
    own = 0.0f;
    for (int w = 0; w < warps; ++w) own = fmaxf(own, largest[w]);
    __syncthreads(); // the next call writes `largest` again
    return own;
}

// Phase 1: the peak of the values of this block goes to work[blockIdx.x].
inline __device__ void find_peak(const float* x, std::size_t n, float* work) {
    const auto end = static_cast<std::ptrdiff_t>(n);
    const std::ptrdiff_t step = std::ptrdiff_t{gridDim.x} * threads_per_block;
    float own = 0.0f;
#pragma unroll 4
    for (std::ptrdiff_t i = std::ptrdiff_t{blockIdx.x} * threads_per_block + threadIdx.x; i < end;
         i += step) {
        own = fmaxf(own, fabsf(x[i]));
    }
    own = largest_of_block(own);
    if (threadIdx.x == 0) work[blockIdx.x] = own;
}

// The peak of all values, from what all blocks have put into `work`. All threads call it.
inline __device__ float whole_peak(const float* work) {
    float own = 0.0f;
    for (unsigned b = threadIdx.x; b < gridDim.x; b += threads_per_block) own = fmaxf(own, work[b]);
    return largest_of_block(own);
}

// Phase 2: the values of this block, divided by the peak of all.
inline __device__ void scale(const float* x, std::size_t n, const float* work, float* out) {
    const float peak = whole_peak(work);
    const auto end = static_cast<std::ptrdiff_t>(n);
    const std::ptrdiff_t step = std::ptrdiff_t{gridDim.x} * threads_per_block;
#pragma unroll 4
    for (std::ptrdiff_t i = std::ptrdiff_t{blockIdx.x} * threads_per_block + threadIdx.x; i < end;
         i += step) {
        out[i] = x[i] / peak;
    }
}

// For the check of blocks_at_once and launch_together, kernels that only meet: each block brings a
// 1, all wait for all, and block b writes to out[b] how many it sees. A second one has 40 KiB of
// shared memory, so that fewer of its blocks fit.
inline __device__ void meet_here(float* work, float* out) {
    if (threadIdx.x == 0) work[blockIdx.x] = 1.0f;
    cooperative_groups::this_grid().sync();
    if (threadIdx.x > 0) return;
    float seen = 0.0f;
    for (unsigned b = 0; b < gridDim.x; ++b) seen += work[b];
    out[blockIdx.x] = seen;
}
template <int = 0> // so that it is compiled where it is used
__global__ void slim_kernel(const float*, std::size_t, float* work, float* out) {
    meet_here(work, out);
}
template <int = 0>
__global__ void wide_kernel(const float*, std::size_t, float* work, float* out) {
    __shared__ volatile char much[40 * 1024];
    much[threadIdx.x] = 0;
    meet_here(work, out);
}
