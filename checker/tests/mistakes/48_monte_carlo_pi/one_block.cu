// Mistake: all samples by one block
// Verdict: requirement
// Message: grid 1 and block 256
// Lesson 48: pi by chance. README.md explains; fill in the five regions marked TODO.
#include "monte_carlo_pi.hpp"

#include "wire/cuda_check.hpp"

#include <curand_kernel.h>

#include <algorithm>

using Generator = curandStatePhilox4_32_10_t;

__device__ bool is_hit(float x, float y) { return x * x + y * y < 1.0f; }

__global__ void sample_kernel(std::uint64_t seed, std::size_t n, std::uint32_t* taken,
                              std::uint32_t* hits) {
    const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
    const std::size_t t = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const auto share = static_cast<std::uint32_t>(n / threads + (t < n % threads ? 1 : 0));

    Generator generator;
    curand_init(seed, t, 0, &generator);
    std::uint32_t count = 0;
    for (std::uint32_t k = 0; k < share; ++k) {
        const float x = curand_uniform(&generator);
        const float y = curand_uniform(&generator);
        count += is_hit(x, y);
    }
    taken[t] = share;
    hits[t] = count;
}

void sample_by_threads(std::uint64_t seed, std::size_t n, int blocks, int block_size,
                       std::uint32_t* taken, std::uint32_t* hits) {
    sample_kernel<<<blocks, block_size>>>(seed, n, taken, hits);
    check(cudaGetLastError());
}

// Adds the counts of all threads of the block to *total. All threads of the block call it, once.
__device__ void add_of_block(unsigned long long count, unsigned long long* total) {
    __shared__ unsigned long long tree[threads_per_block];
    tree[threadIdx.x] = count;
    for (unsigned half = threads_per_block / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) {
            tree[threadIdx.x] += tree[threadIdx.x + half];
        }
    }
    if (threadIdx.x == 0) {
        atomicAdd(total, tree[0]); // whole numbers: any order gives the same sum
    }
}

__global__ void count_kernel(std::uint64_t seed, std::size_t n, unsigned long long* total) {
    const std::size_t pairs = (n + 1) / 2;
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    unsigned long long count = 0;
    for (std::size_t p = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; p < pairs;
         p += stride) {
        Generator generator;
        curand_init(seed, 0, 4 * p, &generator);
        const float4 u = curand_uniform4(&generator);
        count += is_hit(u.x, u.y);
        if (2 * p + 1 < n) { // of an odd n, the last pair has one sample
            count += is_hit(u.z, u.w);
        }
    }
    add_of_block(count, total);
}

void count_hits(std::uint64_t seed, std::size_t n, int blocks, unsigned long long* hits) {
    check(cudaMemsetAsync(hits, 0, sizeof *hits));
    count_kernel<<<blocks, threads_per_block>>>(seed, n, hits);
    check(cudaGetLastError());
}

double estimate_pi(std::uint64_t seed, std::size_t n) {
    unsigned long long* device_hits = nullptr;
    check(cudaMalloc(&device_hits, sizeof *device_hits));
    count_hits(seed, n, 1, device_hits);
    unsigned long long hits = 0;
    check(cudaMemcpy(&hits, device_hits, sizeof hits, cudaMemcpyDeviceToHost));
    check(cudaFree(device_hits));
    return 4.0 * static_cast<double>(hits) / static_cast<double>(n);
}
