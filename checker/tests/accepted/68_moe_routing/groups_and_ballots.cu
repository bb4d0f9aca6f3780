// Accepted: cooperative groups find the labels; atomics count, ballots rank; offsets by one thread; a place without a branch
    // Solution 1:
    if (b.first > a.first || (b.first == a.first && b.first_expert < a.first_expert)) {
        const Best c = a;
        a = b;
        b = c;
    }
    if (b.first > a.second || (b.first == a.second && b.first_expert < a.second_expert)) {
        a.second = b.first;
        a.second_expert = b.first_expert;
    }
    return a;
    // end of Solution 1
    // Solution 2:
    Best own{-INFINITY, -INFINITY, -1, -1};
    for (int expert = lane; expert < experts && token < tokens; expert += lanes) {
        const float score = __ldg(gates + std::size_t(token) * experts + expert);
        if (score > own.first) own = {score, own.first, expert, own.first_expert};
        else if (score > own.second) own.second = score, own.second_expert = expert;
    }
    for (int distance = 1; distance < lanes; distance *= 2) {
        Best other;
        other.first = __shfl_xor_sync(~0u, own.first, distance);
        other.second = __shfl_xor_sync(~0u, own.second, distance);
        other.first_expert = __shfl_xor_sync(~0u, own.first_expert, distance);
        other.second_expert = __shfl_xor_sync(~0u, own.second_expert, distance);
        own = merge(own, other);
    }
    if (lane != 0 || token >= tokens) return;
    const float e = __expf(own.second - own.first);
    chosen[2 * token] = own.first_expert;
    chosen[2 * token + 1] = own.second_expert;
    weights[2 * token] = __fdividef(1.0f, 1.0f + e);
    weights[2 * token + 1] = __fdividef(e, 1.0f + e);
    // end of Solution 2
    // Solution 3:
    __shared__ int totals[most_experts], of_warps[threads_per_block / 32][most_experts];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    if (threadIdx.x < most_experts) totals[threadIdx.x] = 0;
    for (int e = lane; e < most_experts; e += 32) of_warps[warp][e] = 0;
    __syncthreads();
    unsigned same = ~0u;
    for (int bit = 0; bit < 8; ++bit) {
        const unsigned set = __ballot_sync(~0u, (expert >> bit) & 1);
        same &= (expert >> bit) & 1 ? set : ~set;
    }
    if (expert >= 0) {
        atomicAdd(&totals[expert], 1);
        if (__ffs(same) - 1 == lane) of_warps[warp][expert] = __popc(same);
    }
    __syncthreads();
    if (threadIdx.x < experts) counts[threadIdx.x] = totals[threadIdx.x];
    int rank = __popc(same & ~(~0u << lane));
    for (int w = 0; w < warp && expert >= 0; ++w) rank += of_warps[w][expert];
    __syncthreads();
    return rank;
    // end of Solution 3
    // Solution 4:
    if (threadIdx.x != 0) return;
    offsets[0] = 0;
    for (int e = 0; e < experts; ++e) offsets[e + 1] = offsets[e] + min(capacity, totals[e]);
    // end of Solution 4
    // Solution 5:
    const int expert = chosen[request];
    const int rank = starts[expert * gridDim.x + blockIdx.x] + places[request];
    const int place = rank < capacity ? offsets[expert] + rank : -1;
    places[request] = place;
    if (place >= 0) order[place] = request >> 1;
    if (place < 0) weights[request] = 0;
    // end of Solution 5
