// CUB inside a kernel: loads and stores of a tile, scan, reduction, radix sort, histogram, and the
// warp's scan and reduction.
#include "check.hpp"

#include <algorithm>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <numeric>
#include <vector>

constexpr int threads = 128, each = 4, tile = threads * each;

struct Summary {
    int sum, total, largest;
    unsigned bins[8];
};

__global__ void work(const int* in, int* scanned, int* sorted, int* warp_sums, Summary* summary) {
    using Load = cub::BlockLoad<int, threads, each, cub::BLOCK_LOAD_TRANSPOSE>;
    using Store = cub::BlockStore<int, threads, each, cub::BLOCK_STORE_WARP_TRANSPOSE>;
    using Scan = cub::BlockScan<int, threads, cub::BLOCK_SCAN_WARP_SCANS>;
    using Reduce = cub::BlockReduce<int, threads>;
    using Sort = cub::BlockRadixSort<int, threads, each>;
    using Histogram = cub::BlockHistogram<unsigned char, threads, each, 8>;
    using WarpScan = cub::WarpScan<int>;
    using WarpReduce = cub::WarpReduce<int, 16>;
    __shared__ union {
        Load::TempStorage load;
        Store::TempStorage store;
        Scan::TempStorage scan;
        Reduce::TempStorage reduce;
        Sort::TempStorage sort;
        Histogram::TempStorage histogram;
        WarpScan::TempStorage warp_scan[threads / 32];
        WarpReduce::TempStorage warp_reduce[threads / 16];
    } shared;
    const int base = blockIdx.x * tile;
    int items[each], sums[each];
    Load(shared.load).Load(in + base, items);
    __syncthreads();
    int total;
    Scan(shared.scan).ExclusiveSum(items, sums, total);
    __syncthreads();
    Store(shared.store).Store(scanned + base, sums);
    __syncthreads();
    const int largest =
        Reduce(shared.reduce).Reduce(items, [](int a, int b) { return a > b ? a : b; });
    __syncthreads();
    unsigned char digits[each];
    for (int i = 0; i < each; ++i) digits[i] = items[i] & 7;
    const int mine = items[0] + items[1] + items[2] + items[3];
    int before;
    WarpScan(shared.warp_scan[threadIdx.x / 32]).InclusiveSum(mine, before);
    __syncthreads();
    const int half = WarpReduce(shared.warp_reduce[threadIdx.x / 16]).Sum(mine);
    if (threadIdx.x % 16 == 0) warp_sums[(base + threadIdx.x * each) / 64] = half;
    if (threadIdx.x % 32 == 31) atomicAdd(&summary[blockIdx.x].sum, before);
    __syncthreads();
    Sort(shared.sort).SortDescending(items);
    __syncthreads();
    Store(shared.store).Store(sorted + base, items);
    Histogram(shared.histogram).Histogram(digits, summary[blockIdx.x].bins);
    if (threadIdx.x == 0) {
        summary[blockIdx.x].total = total;
        summary[blockIdx.x].largest = largest;
    }
}

int main() {
    constexpr int blocks = 3, count = blocks * tile;
    std::vector<int> host(count);
    for (int i = 0; i < count; ++i) host[i] = static_cast<int>(i * 2246822519u >> 16) % 2000 - 700;
    int* memory = nullptr;
    Summary* summary = nullptr;
    check(cudaMalloc(&memory, 4 * count * sizeof(int)));
    check(cudaMalloc(&summary, blocks * sizeof(Summary)));
    check(cudaMemset(summary, 0, blocks * sizeof(Summary)));
    check(cudaMemcpy(memory, host.data(), count * sizeof(int), cudaMemcpyHostToDevice));
    work<<<blocks, threads>>>(memory, memory + count, memory + 2 * count, memory + 3 * count,
                              summary);
    finish();
    std::vector<int> out(4 * count);
    std::vector<Summary> summaries(blocks);
    check(cudaMemcpy(out.data(), memory, 3 * count * sizeof(int), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(&out[3 * count], memory + 3 * count, count / 64 * sizeof(int),
                     cudaMemcpyDeviceToHost));
    check(cudaMemcpy(summaries.data(), summary, blocks * sizeof(Summary), cudaMemcpyDeviceToHost));
    for (int b = 0; b < blocks; ++b) {
        const auto begin = host.begin() + b * tile, end = begin + tile;
        std::vector<int> expected(tile);
        std::exclusive_scan(begin, end, expected.begin(), 0);
        require(std::equal(expected.begin(), expected.end(), &out[count + b * tile]), "scan");
        std::copy(begin, end, expected.begin());
        std::sort(expected.rbegin(), expected.rend());
        require(std::equal(expected.begin(), expected.end(), &out[2 * count + b * tile]), "sort");
        require(summaries[b].sum == std::accumulate(begin, end, 0), "sum of the warps");
        require(summaries[b].total == summaries[b].sum, "sum of the scan");
        require(summaries[b].largest == expected.front(), "maximum");
        for (int d = 0; d < 8; ++d)
            require(int(summaries[b].bins[d]) ==
                        std::count_if(begin, end, [&](int v) { return (v & 7) == d; }),
                    "histogram");
        std::printf("block %d: sum %d, largest %d, sevens %u\n", b, summaries[b].sum,
                    summaries[b].largest, summaries[b].bins[7]);
    }
    for (int s = 0; s < count / 64; ++s)
        require(out[3 * count + s] == std::accumulate(&host[s * 64], host.data() + s * 64 + 64, 0),
                "half warps");
    check(cudaFree(memory));
    check(cudaFree(summary));
    return 0;
}
