// Accepted: CUB adds up a block's hits, cooperative groups count the threads
#include "monte_carlo_pi.hpp"

#include "wire/cuda_check.hpp"

#include <cooperative_groups.h>
#include <cub/block/block_reduce.cuh>
#include <curand_kernel.h>

#include <algorithm>
#include <memory>

namespace cg = cooperative_groups;
using Philox = curandStatePhilox4_32_10_t;

__global__ void sample_kernel(std::uint64_t seed, std::size_t n, std::uint32_t* taken, std::uint32_t* hits) {
    const auto grid = cg::this_grid();
    const unsigned long long t = grid.thread_rank(), threads = grid.size();
    const auto share = static_cast<std::uint32_t>((n + threads - 1 - t) / threads);
    Philox generator;
    curand_init(seed, t, 0, &generator);
    std::uint32_t count = 0;
    for (std::uint32_t k = 0; k < share; k += 2) {
        const float4 u = curand_uniform4(&generator);
        count += u.x * u.x + u.y * u.y < 1.0f;
        if (k + 1 < share) count += u.z * u.z + u.w * u.w < 1.0f;
    }
    taken[t] = share;
    hits[t] = count;
}

__global__ void count_kernel(std::uint64_t seed, std::size_t n, unsigned long long* hits) {
    using Reduce = cub::BlockReduce<unsigned long long, threads_per_block>;
    __shared__ typename Reduce::TempStorage storage;
    unsigned long long count = 0;
    for (std::size_t i = 2 * cg::this_grid().thread_rank(); i < n; i += 2 * cg::this_grid().size()) {
        Philox generator;
        curand_init(seed, 0, 2 * i, &generator);
        const float4 u = curand_uniform4(&generator);
        count += u.x * u.x + u.y * u.y < 1.0f;
        count += i + 1 < n && u.z * u.z + u.w * u.w < 1.0f;
    }
    count = Reduce(storage).Sum(count);
    if (threadIdx.x == 0) atomicAdd(hits, count);
}

void sample_by_threads(std::uint64_t seed, std::size_t n, int blocks, int block_size, std::uint32_t* taken,
                       std::uint32_t* hits) {
    sample_kernel<<<blocks, block_size>>>(seed, n, taken, hits);
    check(cudaGetLastError());
}

void count_hits(std::uint64_t seed, std::size_t n, int blocks, unsigned long long* hits) {
    check(cudaMemsetAsync(hits, 0, sizeof *hits));
    count_kernel<<<blocks, threads_per_block>>>(seed, n, hits);
    check(cudaGetLastError());
}

double estimate_pi(std::uint64_t seed, std::size_t n) {
    unsigned long long *allocated = nullptr, hits = 0;
    check(cudaMalloc(&allocated, sizeof hits));
    const std::unique_ptr<unsigned long long, cudaError_t (*)(void*)> on_device(allocated, [](void* p) { return cudaFree(p); });
    count_hits(seed, n, static_cast<int>(std::min<std::size_t>((n + 255) / 256, most_blocks)), on_device.get());
    check(cudaMemcpy(&hits, on_device.get(), sizeof hits, cudaMemcpyDeviceToHost));
    return 4.0 * hits / n;
}
