// Lesson 68, further: few lanes have a token, each with vectors of its scores, so that most scores
// are compared without a shuffle. That step takes a sixth of the time.
#include "moe_routing.hpp"

#define choose_experts choose_by_many_lanes
#define route route_plainly
#include "moe_routing.cu"
#undef choose_experts
#undef route

#include <cstdint>

constexpr int lanes_of_token = 4;
constexpr int scores_of_vector = 4;
constexpr int choosing_threads = 256;

struct alignas(16) Four {
    float of[scores_of_vector];
};

// A lane has every fourth vector of its token's scores. Experts come in rising order, so an equal
// score is not better.
__global__ void choose_vectors_kernel(const Four* __restrict__ gates, int tokens, int experts,
                                      int* __restrict__ chosen, float* __restrict__ weights) {
    const int thread = blockIdx.x * choosing_threads + static_cast<int>(threadIdx.x);
    const int token = thread / lanes_of_token, lane = thread % lanes_of_token;
    const int vectors = experts / scores_of_vector;
    Best own{-INFINITY, -INFINITY, -1, -1};
    if (token < tokens) {
        const Four* const scores = gates + std::ptrdiff_t{token} * vectors;
#pragma unroll 4
        for (int v = lane; v < vectors; v += lanes_of_token) {
            const Four four = scores[v];
            for (int i = 0; i < scores_of_vector; ++i) {
                const int expert = v * scores_of_vector + i;
                if (four.of[i] > own.first)
                    own = {four.of[i], own.first, expert, own.first_expert};
                else if (four.of[i] > own.second)
                    own = {own.first, four.of[i], own.first_expert, expert};
            }
        }
    }
    for (int distance = lanes_of_token / 2; distance > 0; distance /= 2) {
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
}

void choose_experts(const float* gates, int tokens, int experts, int* chosen, float* weights) {
    // Fewer experts leave lanes without a vector.
    const bool begins_well = reinterpret_cast<std::uintptr_t>(gates) % sizeof(Four) == 0;
    if (tokens == 0 || experts < lanes_of_token * scores_of_vector ||
        experts % scores_of_vector != 0 || !begins_well) {
        choose_by_many_lanes(gates, tokens, experts, chosen, weights);
        return;
    }
    constexpr int tokens_of_block = choosing_threads / lanes_of_token;
    choose_vectors_kernel<<<(tokens + tokens_of_block - 1) / tokens_of_block, choosing_threads>>>(
        reinterpret_cast<const Four*>(gates), tokens, experts, chosen, weights);
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
