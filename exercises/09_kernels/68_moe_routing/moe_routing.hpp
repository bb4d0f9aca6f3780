// Lesson 68, what the checker calls. Given: read it, do not edit it.
//
// A gate has given each token a score for each expert: gates[token * experts + expert], all finite.
// A token is sent to the two experts with the highest scores; of equal scores, the lower expert
// comes first. That makes two *requests* per token: request 2 t is token t's for its best expert,
// request 2 t + 1 for its second. chosen[request] is the expert that is asked for.
//
// All pointers are device pointers. tokens is any number from 0 on, experts is 2 to 128, and
// tokens * experts < 2^31. The functions launch one kernel, if there are tokens, and do not wait
// for it (but best_of_both_on_host runs on the host). An error that CUDA reports is thrown.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

constexpr int most_experts = 128;
constexpr int threads_per_block = 512; // of all kernels that have a thread for each request

// The requests are cut into blocks of 512, the last of which may be shorter.
constexpr int blocks_for(int tokens) {
    return static_cast<int>((2LL * tokens + threads_per_block - 1) / threads_per_block);
}

// How many lanes of a warp look at the scores of a token: a power of two, so that all experts have
// a lane of their own, or 32.
constexpr int lanes_for(int experts) {
    int lanes = 2;
    while (lanes < experts && lanes < 32) lanes *= 2;
    return lanes;
}

// Among some experts, the two with the highest scores. Where there is no such expert, the score is
// minus infinity and the expert -1.
struct alignas(16) Best {
    float first, second;
    int first_expert, second_expert;
};

// The best two of those that a and b are the best two of; no expert is in both. On the host; your
// `merge` itself runs on both sides.
Best best_of_both_on_host(Best a, Best b);
WORKBOOK_CALLABLE(best_of_both_on_host);

// The experts of each token, and how much each counts. With p the softmax of a token's scores, the
// weights are p(best) / (p(best) + p(second)) and p(second) / (p(best) + p(second)), so they add up
// to 1. Each score is read once, neighbours by neighbouring lanes. The warps share the tokens
// evenly, and the work is spread over the whole GPU.
//
//   chosen, weights  2 * tokens elements
void choose_experts(const float* gates, int tokens, int experts, int* chosen, float* weights);
WORKBOOK_CALLABLE(choose_experts);

// In each block of requests:
//
//   ranks[request]                            how many requests before it, in its block, are for
//                                             the same expert; 2 * tokens elements
//   counts[expert * blocks_for(tokens) + b]   how many requests of block b are for this expert;
//                                             experts * blocks_for(tokens) elements
//
// Each request is read once. A thread for each request, so that the work is spread over the whole
// GPU.
void count_requests(const int* chosen, int tokens, int experts, int* ranks, int* counts);
WORKBOOK_CALLABLE(count_requests);

// An expert takes the first `capacity` of its requests. offsets[e] = how many requests all experts
// before e take; offsets[experts] is the sum for all. One kernel, of one block.
//
//   totals    experts elements: how many requests there are for each
//   capacity  0 or more
//   offsets   experts + 1 elements
void expert_offsets(const int* totals, int experts, int capacity, int* offsets);
WORKBOOK_CALLABLE(expert_offsets);

// Sorts the requests by expert, and those for one expert in their order. Of a request that its
// expert takes:
//
//   places[request]  where it stands: offsets[expert] + how many requests before it are for the
//                    same expert, in all blocks
//   order[place]     its token; 2 * tokens elements, of which the first offsets[experts] are
//                    written
//
// A request that its expert does not take has the place -1, and its weight becomes 0.
//
//   starts   how many requests for this expert there are in the blocks before; laid out as counts
//   offsets  as above
//   places   2 * tokens elements; first the ranks, as above, then the places
//   weights  2 * tokens elements
//
// A thread for each request, so that the work is spread over the whole GPU.
void place_requests(const int* chosen, const int* starts, const int* offsets, int tokens,
                    int experts, int capacity, int* places, int* order, float* weights);
WORKBOOK_CALLABLE(place_requests);

// Given: all of it. counts: experts * blocks_for(tokens) elements to work in; totals: experts
// elements. Five kernels.
void route(const float* gates, int tokens, int experts, int capacity, int* chosen, float* weights,
           int* counts, int* totals, int* offsets, int* places, int* order);
WORKBOOK_CALLABLE(route);
