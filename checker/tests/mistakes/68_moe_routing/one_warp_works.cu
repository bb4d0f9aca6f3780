// Mistake: the first warp of a block chooses, ranks and places for all its warps
// Verdict: requirement
// Message: each group of lanes is to take one token
// Message: each warp is to rank its own 32 requests
// Message: each thread is to place one request
// Only: virtual
    // Solution 2
    if (threadIdx.x >= 32) return;
    for (int warp = 0; warp < threads_per_block / 32; ++warp, token += 32 / lanes) {
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
    }
    // end of Solution 2
    // Solution 3
    __shared__ int experts_of[threads_per_block];
    __shared__ int rank_of[threads_per_block];
    for (int e = threadIdx.x; e < experts; e += threads_per_block) counts[e] = 0;
    experts_of[threadIdx.x] = expert;
    __syncthreads();
    for (int i = threadIdx.x; threadIdx.x < 32 && i < threads_per_block; i += 32) {
        const int own = experts_of[i];
        const unsigned same = __match_any_sync(all_lanes, own);
        const int rank = __popc(same & ((1u << threadIdx.x) - 1));
        const int before = own >= 0 ? counts[own] : 0;
        rank_of[i] = own >= 0 ? before + rank : 0;
        __syncwarp();
        if (own >= 0 && rank == 0) counts[own] = before + __popc(same);
        __syncwarp();
    }
    __syncthreads();
    return rank_of[threadIdx.x];
    // end of Solution 3
// Replaces
//|     const int request = blockIdx.x * threads_per_block + threadIdx.x;
//|     if (request >= requests) return;
    if (threadIdx.x >= 32) return;
    const int first = blockIdx.x * threads_per_block;
    const int behind = min(requests, first + threads_per_block);
// end of Replaces
    // Solution 5
    for (int request = first + threadIdx.x; request < behind; request += 32) {
        const int expert = chosen[request];
        const int rank = starts[expert * gridDim.x + blockIdx.x] + places[request];
        places[request] = rank < capacity ? offsets[expert] + rank : -1;
        if (rank < capacity) {
            order[offsets[expert] + rank] = request / 2;
        } else {
            weights[request] = 0.0f;
        }
    }
    // end of Solution 5
