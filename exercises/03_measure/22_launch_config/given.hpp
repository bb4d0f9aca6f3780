// Lesson 22, given: kernels of several kinds, a copy each for given.cu and reference.cu.
#pragma once

#include "launch_config.hpp"

// Each adds 1 to every element, by a grid-stride loop: right in any shape that can be launched.
#define FOR_EACH_ELEMENT(i, n)                                                                     \
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;                \
         i += std::size_t{gridDim.x} * blockDim.x)

static __global__ void plain_kernel(const float* in, float* out, std::size_t n) {
    FOR_EACH_ELEMENT(i, n) { out[i] = in[i] + 1.0f; }
}

static __global__ void __launch_bounds__(192)
    bounded_kernel(const float* in, float* out, std::size_t n) {
    FOR_EACH_ELEMENT(i, n) { out[i] = in[i] + 1.0f; }
}

// 96 values are alive at the same time: each is made from in[i], and all are needed at the end.
static __global__ void heavy_kernel(const float* in, float* out, std::size_t n) {
    FOR_EACH_ELEMENT(i, n) {
        float values[96];
        float x = in[i];
#pragma unroll
        for (int k = 0; k < 96; ++k) values[k] = x = x * 1.5f + 0.25f * k;
        float product = 0.0f;
#pragma unroll
        for (int k = 95; k >= 0; --k) product = product * values[k] + values[95 - k];
        out[i] = in[i] + (product == 0.123f ? 2.0f : 1.0f);
    }
}

static __global__ void __launch_bounds__(96)
    narrow_kernel(const float* in, float* out, std::size_t n) {
    __shared__ float shelf[10240];
    FOR_EACH_ELEMENT(i, n) {
        shelf[threadIdx.x] = in[i];
        out[i] = shelf[threadIdx.x] + 1.0f;
    }
}

static __global__ void tile_kernel(const float* in, float* out, std::size_t n) {
    __shared__ float tile[3072];
    FOR_EACH_ELEMENT(i, n) {
        tile[threadIdx.x] = in[i];
        out[i] = tile[threadIdx.x] + 1.0f;
    }
}

static __global__ void private_kernel(const float* in, float* out, std::size_t n) {
    extern __shared__ float scratch[];
    FOR_EACH_ELEMENT(i, n) {
        scratch[30 * threadIdx.x] = in[i];
        out[i] = scratch[30 * threadIdx.x] + 1.0f;
    }
}

struct Candidate {
    void (*kernel)(const float*, float*, std::size_t);
    std::size_t shared_per_thread;
};

static Candidate candidate(int which) {
    static const Candidate all[kernels] = {{plain_kernel, 0},
                                           {bounded_kernel, 0},
                                           {heavy_kernel, 0},
                                           {tile_kernel, 0},
                                           {private_kernel, 30 * sizeof(float)},
                                           {narrow_kernel, 0}};
    return all[which];
}
