// Cooperative groups: tiles of several widths, coalesced groups, labelled and binary partitions,
// reductions and scans over them.
#include "check.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

template <unsigned width, class Parent>
__device__ int sum_by_shuffles(const cg::thread_block_tile<width, Parent>& tile, int value) {
    for (int step = tile.size() / 2; step > 0; step /= 2) value += tile.shfl_down(value, step);
    return tile.shfl(value, 0);
}

__global__ void tiles(int* out) {
    const cg::thread_block block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    const auto four = cg::tiled_partition<4>(warp);
    const auto eight = cg::tiled_partition<8>(block);
    const int i = block.thread_rank();
    int* mine = out + i * 8;
    mine[0] = sum_by_shuffles(warp, i);
    mine[1] = sum_by_shuffles(four, i * i) * 10 + four.thread_rank();
    mine[2] = cg::reduce(eight, i ^ 5, cg::greater<int>()) * 100 + eight.meta_group_rank();
    mine[3] = cg::inclusive_scan(warp, i % 7) * 100 + cg::exclusive_scan(four, 1);
    mine[4] = four.any(i == 9) * 4 + four.all(i < 40) * 2 + (eight.ballot(i % 3 == 0) << 4);
    mine[5] = eight.match_any(i % 3);
    if (i % 3 == 1) { // the lanes that are here
        const cg::coalesced_group here = cg::coalesced_threads();
        mine[6] =
            here.size() * 1000 + here.thread_rank() + cg::reduce(here, i, cg::plus<int>()) * 100000;
    } else {
        mine[6] = -1;
    }
    const auto odd = cg::binary_partition(warp, i % 4 == 3);
    const auto labelled = cg::labeled_partition(warp, i % 5);
    mine[7] = odd.size() * 10000 + odd.thread_rank() * 100 + labelled.size();
    block.sync();
}

// One atomic for all that arrive together.
__device__ int aggregated_increment(int* counter) {
    const cg::coalesced_group here = cg::coalesced_threads();
    int before = 0;
    if (here.thread_rank() == 0) before = atomicAdd(counter, here.size());
    return here.shfl(before, 0) + here.thread_rank();
}

__global__ void keep_odd(const int* in, int count, int* out, int* counter) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count && in[i] % 2 != 0) out[aggregated_increment(counter)] = in[i];
}

int main() {
    constexpr int threads = 96;
    int* out = nullptr;
    check(cudaMalloc(&out, threads * 8 * sizeof(int)));
    tiles<<<1, threads>>>(out);
    finish();
    int host[threads][8];
    check(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    unsigned sums[8] = {};
    for (int i = 0; i < threads; ++i) {
        const int warp = i / 32 * 32, four = i / 4 * 4, eight = i / 8 * 8;
        int total = 0, squares = 0, largest = 0, before = 0, ballot = 0, same = 0, like = 0,
            labelled = 0;
        int rank_like = 0;
        for (int k = warp; k < warp + 32; ++k) {
            total += k;
            if (k <= i) before += k % 7;
            like += (k % 4 == 3) == (i % 4 == 3);
            rank_like += k < i && (k % 4 == 3) == (i % 4 == 3);
            labelled += k % 5 == i % 5;
        }
        for (int k = four; k < four + 4; ++k) squares += k * k;
        for (int k = eight; k < eight + 8; ++k) {
            largest = max(largest, k ^ 5);
            ballot |= (k % 3 == 0) << (k - eight);
            same |= (k % 3 == i % 3) << (k - eight);
        }
        require(host[i][0] == total && host[i][1] == squares * 10 + i % 4, "sums of tiles");
        require(host[i][2] == largest * 100 + i / 8, "reduce");
        require(host[i][3] == before * 100 + i % 4, "scans");
        require(host[i][4] == (four == 8) * 4 + (four < 40) * 2 + (ballot << 4), "votes");
        require(host[i][5] == same, "match");
        require(host[i][7] == like * 10000 + rank_like * 100 + labelled, "partitions");
        // Which of the threads that take a branch run together is the GPU's business: not compared.
        require((host[i][6] == -1) == (i % 3 != 1), "coalesced threads");
        for (int k = 0; k < 8; ++k)
            if (k != 6) sums[k] = sums[k] * 31 + host[i][k];
    }
    for (int k = 0; k < 8; ++k)
        if (k != 6) std::printf("%08x\n", sums[k]);

    constexpr int count = 1000;
    int values[count], expected = 0, kept = 0;
    long long sum = 0;
    for (int i = 0; i < count; ++i) {
        values[i] = i * i % 77;
        if (values[i] % 2 != 0) {
            ++expected;
            sum += values[i];
        }
    }
    int *in = nullptr, *odd = nullptr, *counter = nullptr;
    check(cudaMalloc(&in, sizeof values));
    check(cudaMalloc(&odd, sizeof values));
    check(cudaMalloc(&counter, sizeof(int)));
    check(cudaMemset(counter, 0, sizeof(int)));
    check(cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice));
    keep_odd<<<8, 128>>>(in, count, odd, counter);
    finish();
    check(cudaMemcpy(&kept, counter, sizeof kept, cudaMemcpyDeviceToHost));
    require(kept == expected, "the number kept");
    check(cudaMemcpy(values, odd, kept * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < kept; ++i) sum -= values[i];
    require(sum == 0, "the sum of those kept");
    std::printf("odd: %d\n", kept);
    for (int* memory : {out, in, odd, counter}) check(cudaFree(memory));
    return 0;
}
