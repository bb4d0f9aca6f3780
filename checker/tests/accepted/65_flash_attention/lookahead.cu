// Accepted: the keys of the next tile come into registers while this one is multiplied; __shared__ is filled by hand; lean loops that the compiler unrolls
    // Solution 1
    const float maximum = max(state.maximum, score);
    const float factor = expf(state.maximum - maximum), weight = expf(score - maximum);
    state.maximum = maximum;
    state.sum = state.sum * factor + weight;
#pragma unroll
    for (int d = 0; d < head_size; ++d) {
        state.o[d] = state.o[d] * factor + weight * value[d];
    }
    // end of Solution 1
    // Solution 5
    const int seen = keys_seen(min(first_query + query_tile, queries) - 1, queries, keys, causal);
    const int end = min(seen, tiles * key_tile);
    const auto fetch = [&](const float* from, int key, int r) {
        return four(from + min(key + static_cast<int>(threadIdx.x) / 16 + 4 * r, keys - 1) * head_size + threadIdx.x % 16 * 4);
    };
    float4 next[8];
    if (end > 0) {
#pragma unroll
        for (int r = 0; r < 8; ++r) next[r] = fetch(K, 0, r);
    }
    for (int key = 0; key < end; key += key_tile) {
#pragma unroll
        for (int r = 0; r < 8; ++r) {
            *reinterpret_cast<float4*>(&shared.k[threadIdx.x / 16 + 4 * r][threadIdx.x % 16 * 4]) = next[r];
            *reinterpret_cast<float4*>(&shared.v[threadIdx.x / 16 + 4 * r][threadIdx.x % 16 * 4]) = fetch(V, key, r);
        }
        __syncthreads();
        if (key + key_tile < end) {
#pragma unroll
            for (int r = 0; r < 8; ++r) next[r] = fetch(K, key + key_tile, r);
        }
        float scores[own_queries][own_keys];
        find_scores(shared, first_query, key, queries, keys, causal, scores);
        weigh(shared, rows, scores);
        __syncwarp(0xffffffff);
        add_values(shared, rows);
        __syncthreads();
    }
    // end of Solution 5
