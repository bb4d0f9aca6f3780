// Lesson 68: routing for a mixture of experts. README.md explains; fill in the five regions marked
// TODO.
#include "moe_routing.hpp"

#include "wire/cuda_check.hpp"

#include <cmath>

constexpr unsigned all_lanes = 0xffffffff;

// The best two of those that a and b are the best two of.
__host__ __device__ Best merge(Best a, Best b) {
    // Solution 1: the one that loses the first place meets the winner's second. Equal scores: the lower
    // expert, whichever side it is on; so the order of the mergers does not matter.
    const bool a_wins =
        a.first > b.first || (a.first == b.first && a.first_expert < b.first_expert);
    const Best winner = a_wins ? a : b;
    const Best loser = a_wins ? b : a;
    const bool stays = winner.second > loser.first ||
                       (winner.second == loser.first && winner.second_expert < loser.first_expert);
    return {winner.first, stays ? winner.second : loser.first, winner.first_expert,
            stays ? winner.second_expert : loser.first_expert};
    // end of Solution 1
}

Best best_of_both_on_host(Best a, Best b) { return merge(a, b); }

// Groups of `lanes` lanes, a power of two, have a token each; `lane` is the number within the
// group. All lanes of a warp are here, also those whose token is none (token >= tokens).
__device__ void choose(const float* gates, int tokens, int experts, int token, int lane, int lanes,
                       int* chosen, float* weights) {
    // Solution 2: each lane makes the best two of its own experts, then the lanes of a group merge.
    // exp(x) / sum of a softmax has the same sum for both experts, which cancels: what is left is
    // one exponential, of a number that is not above 0.
    Best own{-INFINITY, -INFINITY, -1, -1};
    if (token < tokens) {
        const float* scores = gates + std::size_t{static_cast<unsigned>(token)} * experts;
        for (int expert = lane; expert < experts; expert += lanes) {
            own = merge(own, {scores[expert], -INFINITY, expert, -1});
        }
    }
    for (int distance = lanes / 2; distance > 0; distance /= 2) {
        own = merge(own, {__shfl_xor_sync(all_lanes, own.first, distance),
                          __shfl_xor_sync(all_lanes, own.second, distance),
                          __shfl_xor_sync(all_lanes, own.first_expert, distance),
                          __shfl_xor_sync(all_lanes, own.second_expert, distance)});
    }
    if (token < tokens && lane < 2) {
        const float ratio = expf(own.second - own.first);
        chosen[2 * token + lane] = lane == 0 ? own.first_expert : own.second_expert;
        weights[2 * token + lane] = (lane == 0 ? 1.0f : ratio) / (1.0f + ratio);
    }
    // end of Solution 2
}

__global__ void choose_kernel(const float* gates, int tokens, int experts, int lanes, int* chosen,
                              float* weights) {
    const std::size_t thread = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    choose(gates, tokens, experts, static_cast<int>(thread / lanes),
           static_cast<int>(thread % lanes), lanes, chosen, weights);
}

// Called by all threads of a block, each with the expert of its request, or -1 if it has none.
// Returns how many requests before it, in the block, are for the same expert; counts[e] becomes the
// block's number of requests for expert e. It is in shared memory.
__device__ int rank_in_block(int expert, int experts, int* counts) {
    // Solution 3: in a warp, the lanes with the same expert find each other; the first of them
    // writes how many they are. Then a thread for each expert goes through the warps, in their
    // order: what it has seen before a warp is where that warp's ranks begin. No atomics, so the
    // ranks do not depend on who comes first.
    constexpr int warps = threads_per_block / 32;
    __shared__ int of_warps[warps][most_experts];
    for (int i = threadIdx.x; i < warps * most_experts; i += threads_per_block) {
        of_warps[i / most_experts][i % most_experts] = 0;
    }
    __syncthreads();
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const unsigned same = __match_any_sync(all_lanes, expert);
    const int rank = __popc(same & ((1u << lane) - 1));
    if (expert >= 0 && rank == 0) of_warps[warp][expert] = __popc(same);
    __syncthreads();
    if (threadIdx.x < experts) {
        int before = 0;
        for (int w = 0; w < warps; ++w) {
            const int own = of_warps[w][threadIdx.x];
            of_warps[w][threadIdx.x] = before;
            before += own;
        }
        counts[threadIdx.x] = before;
    }
    __syncthreads();
    return expert >= 0 ? of_warps[warp][expert] + rank : 0;
    // end of Solution 3
}

__global__ void count_kernel(const int* chosen, int requests, int experts, int* ranks,
                             int* counts) {
    __shared__ int of_block[most_experts];
    const int request = blockIdx.x * threads_per_block + threadIdx.x;
    const int expert = request < requests ? chosen[request] : -1;
    const int rank = rank_in_block(expert, experts, of_block);
    if (request < requests) ranks[request] = rank;
    if (threadIdx.x < experts) {
        counts[threadIdx.x * gridDim.x + blockIdx.x] = of_block[threadIdx.x];
    }
}

// Given: a block for each expert. Its counts become what comes before each of them (the exclusive
// scan of lesson 42, with a carry), and their sum is the expert's total.
__global__ void starts_kernel(int* counts, int blocks, int* totals) {
    constexpr int warps = threads_per_block / 32;
    __shared__ int of_warps[warps];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int* const own_counts = counts + std::size_t{blockIdx.x} * blocks;
    int carry = 0;
    for (int first = 0; first < blocks; first += threads_per_block) {
        const int b = first + static_cast<int>(threadIdx.x);
        const int own = b < blocks ? own_counts[b] : 0;
        int sum = own;
        for (int distance = 1; distance < 32; distance *= 2) {
            const int left = __shfl_up_sync(all_lanes, sum, distance);
            if (lane >= distance) sum += left;
        }
        if (lane == 31) of_warps[warp] = sum;
        __syncthreads();
        int total = 0;
        for (int w = 0; w < warps; ++w) {
            if (w == warp) sum += total;
            total += of_warps[w];
        }
        if (b < blocks) own_counts[b] = carry + sum - own;
        carry += total;
        __syncthreads();
    }
    if (threadIdx.x == 0) totals[blockIdx.x] = carry;
}

// One block, of more threads than there are experts.
__global__ void offsets_kernel(const int* totals, int experts, int capacity, int* offsets) {
    // Solution 4: 129 sums of at most 128 numbers, which all threads read together: a thread for
    // each needs no scan. Exclusive: expert 0 begins at 0, and there is one more than experts.
    if (threadIdx.x > experts) return;
    int before = 0;
    for (int e = 0; e < threadIdx.x; ++e) before += min(totals[e], capacity);
    offsets[threadIdx.x] = before;
    // end of Solution 4
}

__global__ void place_kernel(const int* chosen, const int* starts, const int* offsets, int requests,
                             int capacity, int* places, int* order, float* weights) {
    const int request = blockIdx.x * threads_per_block + threadIdx.x;
    if (request >= requests) return;
    // Solution 5: the rank in the block and what the blocks before have: that is the rank among all
    // requests for this expert. Ranks below the capacity are the first requests, since ranks follow
    // the order of the requests.
    const int expert = chosen[request];
    const int rank = starts[expert * gridDim.x + blockIdx.x] + places[request];
    if (rank < capacity) {
        const int place = offsets[expert] + rank;
        places[request] = place;
        order[place] = request / 2;
    } else {
        places[request] = -1;
        weights[request] = 0.0f;
    }
    // end of Solution 5
}

void choose_experts(const float* gates, int tokens, int experts, int* chosen, float* weights) {
    if (tokens == 0) return;
    const int lanes = lanes_for(experts), tokens_of_a_block = threads_per_block / lanes;
    const int blocks = (tokens + tokens_of_a_block - 1) / tokens_of_a_block;
    choose_kernel<<<blocks, threads_per_block>>>(gates, tokens, experts, lanes, chosen, weights);
    check(cudaGetLastError());
}

void count_requests(const int* chosen, int tokens, int experts, int* ranks, int* counts) {
    if (tokens == 0) return;
    count_kernel<<<blocks_for(tokens), threads_per_block>>>(chosen, 2 * tokens, experts, ranks,
                                                            counts);
    check(cudaGetLastError());
}

void expert_offsets(const int* totals, int experts, int capacity, int* offsets) {
    offsets_kernel<<<1, most_experts + 32>>>(totals, experts, capacity, offsets);
    check(cudaGetLastError());
}

void place_requests(const int* chosen, const int* starts, const int* offsets, int tokens,
                    int experts, int capacity, int* places, int* order, float* weights) {
    if (tokens == 0) return;
    place_kernel<<<blocks_for(tokens), threads_per_block>>>(chosen, starts, offsets, 2 * tokens,
                                                            capacity, places, order, weights);
    check(cudaGetLastError());
}

void route(const float* gates, int tokens, int experts, int capacity, int* chosen, float* weights,
           int* counts, int* totals, int* offsets, int* places, int* order) {
    choose_experts(gates, tokens, experts, chosen, weights);
    count_requests(chosen, tokens, experts, places, counts);
    starts_kernel<<<experts, threads_per_block>>>(counts, blocks_for(tokens), totals);
    check(cudaGetLastError());
    expert_offsets(totals, experts, capacity, offsets);
    place_requests(chosen, counts, offsets, tokens, experts, capacity, places, order, weights);
}
