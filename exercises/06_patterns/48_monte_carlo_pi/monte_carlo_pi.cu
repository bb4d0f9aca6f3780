// Lesson 48: pi by chance. README.md explains; fill in the five regions marked TODO.
#include "monte_carlo_pi.hpp"

#include "wire/device_buffer.hpp"

#include <curand_kernel.h>

#include <algorithm>

using Generator = curandStatePhilox4_32_10_t;

__device__ bool is_hit(float x, float y) {
    // TODO 1: nearer to (0, 0) than 1? No square root is needed.
    return false;
    // end of TODO 1
}

__global__ void sample_kernel(std::uint64_t seed, std::size_t n, std::uint32_t* taken,
                              std::uint32_t* hits) {
    // TODO 2: this thread's share of the n samples, from the sequence that bears its number.

    // end of TODO 2
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
    // TODO 3: samples by a grid-stride loop, each from its own place in sequence 0; add_of_block.

    // end of TODO 3
}

void count_hits(std::uint64_t seed, std::size_t n, int blocks, unsigned long long* hits) {
    // TODO 4: the launch, and what add_of_block takes for granted.

    // end of TODO 4
}

double estimate_pi(std::uint64_t seed, std::size_t n) {
    // TODO 5: memory for the count, count_hits on the header's grid, the count back here.
    return 0;
    // end of TODO 5
}
