// Lesson 48: pi by chance. README.md explains; fill in the five regions marked TODO.
#include "monte_carlo_pi.hpp"

#include "wire/device_buffer.hpp"

#include <curand_kernel.h>

#include <algorithm>

using Generator = curandStatePhilox4_32_10_t;

__device__ bool is_hit(float x, float y) {
    // Solution 1: the distance is below 1 exactly if its square is.
    return x * x + y * y < 1.0f;
    // end of Solution 1
}

__global__ void sample_kernel(std::uint64_t seed, std::size_t n, std::uint32_t* taken,
                              std::uint32_t* hits) {
    // Solution 2: n / threads samples for each thread leave n % threads undone: the first threads
    // take one more. The generator is a local variable: it stays in registers while it is in use.
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
    // end of Solution 2
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
    // Solution 3: Philox makes four numbers at a time, from a counter. So two samples are made
    // together: pair p takes the numbers 4 p to 4 p + 3. To go to any place in the sequence, Philox
    // sets that counter, which costs next to nothing; other generators pay dearly for it.
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
    // end of Solution 3
}

void count_hits(std::uint64_t seed, std::size_t n, int blocks, unsigned long long* hits) {
    // Solution 4: the blocks add to what is there, so it has to be 0. Both go into the same stream,
    // so the kernel begins when the zero is there.
    check(cudaMemsetAsync(hits, 0, sizeof *hits));
    count_kernel<<<blocks, threads_per_block>>>(seed, n, hits);
    check(cudaGetLastError());
    // end of Solution 4
}

double estimate_pi(std::uint64_t seed, std::size_t n) {
    // Solution 5: a DeviceBuffer is given back whatever is thrown. cudaMemcpy waits for the kernel.
    // 4.0 makes the quotient a double.
    const DeviceBuffer<unsigned long long> device_hits(1);
    const std::size_t blocks_needed = (n + threads_per_block - 1) / threads_per_block;
    count_hits(seed, n, static_cast<int>(std::min<std::size_t>(blocks_needed, most_blocks)),
               device_hits.data());
    unsigned long long hits = 0;
    check(cudaMemcpy(&hits, device_hits.data(), sizeof hits, cudaMemcpyDeviceToHost));
    return 4.0 * static_cast<double>(hits) / static_cast<double>(n);
    // end of Solution 5
}
