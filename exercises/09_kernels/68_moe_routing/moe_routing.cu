// Lesson 68: routing for a mixture of experts. README.md explains; fill in the five regions marked
// TODO.
#include "moe_routing.hpp"

#include "wire/cuda_check.hpp"

#include <cmath>

constexpr unsigned all_lanes = 0xffffffff;

// The best two of those that a and b are the best two of.
__host__ __device__ Best merge(Best a, Best b) {
    // TODO 1: the first of both, and who is second then. Equal scores: the lower expert.
    return a.first > b.first ? a : b;
    // end of TODO 1
}

Best best_of_both_on_host(Best a, Best b) { return merge(a, b); }

// Groups of `lanes` lanes, a power of two, have a token each; `lane` is the number within the
// group. All lanes of a warp are here, also those whose token is none (token >= tokens).
__device__ void choose(const float* gates, int tokens, int experts, int token, int lane, int lanes,
                       int* chosen, float* weights) {
    // TODO 2: the best two of a lane's experts, then of the group; two lanes write.
    if (token < tokens && lane < 2) {
        chosen[2 * token + lane] = lane;
        weights[2 * token + lane] = gates[0] / experts / lanes;
    }
    // end of TODO 2
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
    // TODO 3: the rank among the lanes with the same expert; what the warps before have; the
    // counts.
    if (threadIdx.x < experts) counts[threadIdx.x] = 0;
    __syncthreads();
    return expert;
    // end of TODO 3
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
    // TODO 4: thread e adds up what the experts before e take.
    if (threadIdx.x < experts) offsets[threadIdx.x] = min(totals[threadIdx.x], capacity);
    // end of TODO 4
}

__global__ void place_kernel(const int* chosen, const int* starts, const int* offsets, int requests,
                             int capacity, int* places, int* order, float* weights) {
    const int request = blockIdx.x * threads_per_block + threadIdx.x;
    if (request >= requests) return;
    // TODO 5: the rank among all requests for this expert; its place, or none.
    places[request] = starts[chosen[request]] + offsets[chosen[request]];
    order[request] = request < capacity ? request / 2 : 0;
    weights[request] = 0.0f;
    // end of TODO 5
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
