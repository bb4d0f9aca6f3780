// Grid sync: heat spreading in a rod, all steps in one cooperative launch; then a sum over all
// blocks.
#include "check.hpp"

#include <cooperative_groups.h>
#include <vector>

namespace cg = cooperative_groups;

__global__ void spread(long long* now, long long* next, int size, int steps, long long* block_sums,
                       long long* total) {
    const cg::grid_group grid = cg::this_grid();
    for (int step = 0; step < steps; ++step) {
        for (int i = grid.thread_rank(); i < size; i += grid.size()) {
            const long long left = i > 0 ? now[i - 1] : now[i];
            const long long right = i + 1 < size ? now[i + 1] : now[i];
            next[i] = (left + 2 * now[i] + right) / 4;
        }
        grid.sync();
        long long* const swap = now;
        now = next;
        next = swap;
    }
    __shared__ unsigned long long sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    for (int i = grid.thread_rank(); i < size; i += grid.size())
        atomicAdd(&sum, static_cast<unsigned long long>(now[i]));
    __syncthreads();
    if (threadIdx.x == 0) block_sums[blockIdx.x] = static_cast<long long>(sum);
    grid.sync();
    if (grid.thread_rank() == 0) {
        *total = 0;
        for (unsigned b = 0; b < gridDim.x; ++b) *total += block_sums[b];
    }
}

int main() {
    int supported = 0, per_multiprocessor = 0;
    check(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0));
    require(supported == 1, "cooperative launches");
    int size = 1000, steps = 25, blocks = 6, threads = 64;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, spread, threads, 0));
    require(per_multiprocessor >= 1, "a block fits");

    std::vector<long long> host(size), next(size);
    for (int i = 0; i < size; ++i) host[i] = i % 100 == 50 ? 1'000'000'000'000 : i;
    long long *now = nullptr, *other = nullptr, *sums = nullptr;
    check(cudaMalloc(&now, size * sizeof(long long)));
    check(cudaMalloc(&other, size * sizeof(long long)));
    check(cudaMalloc(&sums, (blocks + 1) * sizeof(long long)));
    check(cudaMemcpy(now, host.data(), size * sizeof(long long), cudaMemcpyHostToDevice));
    long long* total = sums + blocks;
    void* arguments[] = {&now, &other, &size, &steps, &sums, &total};
    check(cudaLaunchCooperativeKernel(spread, blocks, threads, arguments));
    finish();

    for (int step = 0; step < steps; ++step) {
        for (int i = 0; i < size; ++i)
            next[i] = ((i > 0 ? host[i - 1] : host[i]) + 2 * host[i] +
                       (i + 1 < size ? host[i + 1] : host[i])) /
                      4;
        host.swap(next);
    }
    long long expected = 0, found = 0;
    for (long long value : host) expected += value;
    check(cudaMemcpy(&found, total, sizeof found, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(next.data(), steps % 2 != 0 ? other : now, size * sizeof(long long),
                     cudaMemcpyDeviceToHost));
    require(next == host, "the heat");
    require(found == expected, "the sum");
    std::printf("warmest %lld, sum %lld\n", host[50], found);
    for (long long* memory : {now, other, sums}) check(cudaFree(memory));
    return 0;
}
