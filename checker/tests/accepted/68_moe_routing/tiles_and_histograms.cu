// Accepted: a thread for each token with its scores in shared memory; ranks by ballots of each expert's bits; sums by CUB
#include "moe_routing.hpp"

#include "wire/cuda_check.hpp"

#include <cub/cub.cuh>

#include <algorithm>
#include <cmath>

__host__ __device__ bool before(float a, int x, float b, int y) { return a > b || (a == b && x < y); }

Best best_of_both_on_host(Best a, Best b) {
    const float scores[] = {a.first, a.second, b.first, b.second};
    const int experts[] = {a.first_expert, a.second_expert, b.first_expert, b.second_expert};
    Best best{-INFINITY, -INFINITY, -1, -1};
    for (int i = 0; i < 4; ++i) {
        if (experts[i] < 0) continue;
        if (best.first_expert < 0 || before(scores[i], experts[i], best.first, best.first_expert))
            best = {scores[i], best.first, experts[i], best.first_expert};
        else if (best.second_expert < 0 || before(scores[i], experts[i], best.second, best.second_expert))
            best.second = scores[i], best.second_expert = experts[i];
    }
    return best;
}

// 64 tokens per block, whose scores come to shared memory by neighbouring threads.
__global__ void choose_tiles(const float* gates, int tokens, int experts, int* chosen, float* weights) {
    extern __shared__ float scores[];
    const int first_token = blockIdx.x * 64, count = min(64, tokens - first_token);
    const float* from = gates + std::size_t(first_token) * experts;
    for (int i = threadIdx.x; i < count * experts; i += blockDim.x) scores[i / experts * (experts + 1) + i % experts] = from[i];
    __syncthreads();
    const int t = threadIdx.x;
    if (t >= count) return;
    const float* own = scores + t * (experts + 1);
    int best = own[1] > own[0] ? 1 : 0, second = 1 - best;
    for (int e = 2; e < experts; ++e) {
        if (own[e] > own[best]) second = best, best = e;
        else if (own[e] > own[second]) second = e;
    }
    const float share = 1.0f / (1.0f + expf(own[second] - own[best]));
    const int request = 2 * (first_token + t);
    chosen[request] = best, chosen[request + 1] = second;
    weights[request] = share, weights[request + 1] = 1.0f - share;
}

// Expert by expert: a scan of flags.
__global__ void __launch_bounds__(512) count_by_scans(const int* chosen, int requests, int experts, int* ranks, int* counts) {
    using Scan = cub::BlockScan<int, 512>;
    __shared__ Scan::TempStorage scratch;
    const int request = blockIdx.x * 512 + threadIdx.x, own = request < requests ? chosen[request] : -1;
    for (int e = 0; e < experts; ++e) {
        int rank, total;
        Scan(scratch).ExclusiveSum(own == e ? 1 : 0, rank, total);
        if (own == e) ranks[request] = rank;
        if (threadIdx.x == 0) counts[e * gridDim.x + blockIdx.x] = total;
        __syncthreads();
    }
}

__global__ void starts_by_one(int* counts, int blocks, int* totals) {
    int sum = 0;
    for (int b = 0; b < blocks; ++b) {
        const int own = counts[threadIdx.x * blocks + b];
        counts[threadIdx.x * blocks + b] = sum;
        sum += own;
    }
    totals[threadIdx.x] = sum;
}

__global__ void offsets_by_one_warp(const int* totals, int experts, int capacity, int* offsets) {
    int carry = 0;
    for (int first = 0; first < experts; first += 32) {
        const int e = first + threadIdx.x, own = e < experts ? min(totals[e], capacity) : 0;
        int sum = own;
        for (int d = 1; d < 32; d *= 2) {
            const int left = __shfl_up_sync(~0u, sum, d);
            if (threadIdx.x >= d) sum += left;
        }
        if (e < experts) offsets[e] = carry + sum - own;
        carry += __shfl_sync(~0u, sum, 31);
    }
    if (threadIdx.x == 0) offsets[experts] = carry;
}

__global__ void place_all(const int* chosen, const int* starts, const int* offsets, int requests, int blocks, int capacity,
                          int* places, int* order, float* weights) {
    for (int request = blockIdx.x * blockDim.x + threadIdx.x; request < requests; request += gridDim.x * blockDim.x) {
        const int expert = chosen[request], rank = starts[expert * blocks + request / 512] + places[request];
        const bool takes = rank < capacity;
        places[request] = takes ? offsets[expert] + rank : -1;
        if (takes) order[offsets[expert] + rank] = request >> 1;
        else weights[request] = 0;
    }
}

void choose_experts(const float* gates, int tokens, int experts, int* chosen, float* weights) {
    if (tokens == 0) return;
    choose_tiles<<<(tokens + 63) / 64, 128, 64 * (experts + 1) * sizeof(float)>>>(gates, tokens, experts, chosen, weights);
    check(cudaGetLastError());
}

void count_requests(const int* chosen, int tokens, int experts, int* ranks, int* counts) {
    if (tokens == 0) return;
    count_by_scans<<<blocks_for(tokens), 512>>>(chosen, 2 * tokens, experts, ranks, counts);
    check(cudaGetLastError());
}

void expert_offsets(const int* totals, int experts, int capacity, int* offsets) {
    offsets_by_one_warp<<<1, 32>>>(totals, experts, capacity, offsets);
    check(cudaGetLastError());
}

void place_requests(const int* chosen, const int* starts, const int* offsets, int tokens, int experts, int capacity,
                    int* places, int* order, float* weights) {
    if (tokens == 0) return;
    place_all<<<std::min((2 * tokens + 255) / 256, 1000), 256>>>(chosen, starts, offsets, 2 * tokens, blocks_for(tokens),
                                                              capacity, places, order, weights);
    check(cudaGetLastError());
}

void route(const float* gates, int tokens, int experts, int capacity, int* chosen, float* weights, int* counts,
           int* totals, int* offsets, int* places, int* order) {
    choose_experts(gates, tokens, experts, chosen, weights);
    count_requests(chosen, tokens, experts, places, counts);
    starts_by_one<<<1, experts>>>(counts, blocks_for(tokens), totals);
    check(cudaGetLastError());
    expert_offsets(totals, experts, capacity, offsets);
    place_requests(chosen, counts, offsets, tokens, experts, capacity, places, order, weights);
}
