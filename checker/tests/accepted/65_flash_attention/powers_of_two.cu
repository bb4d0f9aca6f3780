// Accepted: exponentials to the base 2; cooperative groups for the row; products in two halves; the weights times values key by key
    // Solution 1
    constexpr float log2_e = 1.44269504f;
    const float maximum = score > state.maximum ? score : state.maximum;
    const float factor = exp2f((state.maximum - maximum) * log2_e);
    const float weight = exp2f((score - maximum) * log2_e);
    for (float& o : state.o) o = fmaf(o, factor, weight * *value++);
    state.sum = fmaf(state.sum, factor, weight);
    state.maximum = maximum;
    // end of Solution 1
    // Solution 2
#pragma unroll 2
    for (int d = 0; d < head_size; d += 4) {
        float4 k[own_keys];
#pragma unroll
        for (int j = 0; j < own_keys; ++j) k[j] = four(&shared.k[key_of(j)][d]);
#pragma unroll
        for (int i = 0; i < own_queries; ++i) {
            const float4 q = four(&shared.q[query_of(i)][d]);
#pragma unroll
            for (int j = 0; j < own_keys; ++j)
                products[i][j] += (q.x * k[j].x + q.y * k[j].y) + (q.z * k[j].z + q.w * k[j].w);
        }
    }
    // end of Solution 2
    // Solution 3
    if (j >= keys) return -INFINITY;
    if (causal && j > i + keys - queries) return -INFINITY;
    return product / 8;
    // end of Solution 3
// Solution 4
__device__ void weigh(Shared& shared, Rows& rows, const float (&scores)[own_queries][own_keys]) {
    constexpr float log2_e = 1.44269504f;
#pragma unroll
    for (int i = 0; i < own_queries; ++i) {
        const float own = fmaxf(fmaxf(scores[i][0], scores[i][1]), fmaxf(scores[i][2], scores[i][3]));
        float largest = fmaxf(own, rows.maximum[i]);
        for (int mask : {16, 8, 1}) largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, mask));
        if (largest == -INFINITY) { // no key so far: all weights are 0
#pragma unroll
            for (int j = 0; j < own_keys; ++j) shared.weights[query_of(i)][key_of(j)] = 0.0f;
            continue;
        }
        const float factor = exp2f((rows.maximum[i] - largest) * log2_e);
        float sum = 0.0f;
#pragma unroll
        for (int j = 0; j < own_keys; ++j) {
            const float weight = exp2f((scores[i][j] - largest) * log2_e);
            sum += weight;
            shared.weights[query_of(i)][key_of(j)] = weight;
        }
#pragma unroll
        for (int d = 0; d < own_values; ++d) rows.o[i][d] = factor * rows.o[i][d];
        rows.sum[i] = fmaf(rows.sum[i], factor, sum);
        rows.maximum[i] = largest;
    }
}

__device__ void add_values(const Shared& shared, Rows& rows) {
    for (int key = 0; key < key_tile; key += 4) {
        float4 weights[own_queries];
#pragma unroll
        for (int i = 0; i < own_queries; ++i) weights[i] = four(&shared.weights[query_of(i)][key]);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const float4 left = four(&shared.v[key + j][value_of(0)]);
            const float4 right = four(&shared.v[key + j][value_of(4)]);
            const float v[own_values] = {left.x, left.y, left.z, left.w, right.x, right.y, right.z, right.w};
#pragma unroll
            for (int i = 0; i < own_queries; ++i) {
                const float weight = j == 0 ? weights[i].x : j == 1 ? weights[i].y : j == 2 ? weights[i].z : weights[i].w;
#pragma unroll
                for (int d = 0; d < own_values; ++d) rows.o[i][d] = fmaf(weight, v[d], rows.o[i][d]);
            }
        }
    }
}
// end of Solution 4
    // Solution 5
    int all = (keys + key_tile - 1) / key_tile;
    if (causal) {
        const int last = min(first_query + query_tile, queries) - 1 + keys - queries;
        all = last < 0 ? 0 : last / key_tile + 1;
    }
    for (int t = 0; t < min(all, tiles); ++t) {
        __syncthreads();
        fill(shared.k, K, t * key_tile, keys);
        fill(shared.v, V, t * key_tile, keys);
        __syncthreads();
        float scores[own_queries][own_keys];
        find_scores(shared, first_query, t * key_tile, queries, keys, causal, scores);
        weigh(shared, rows, scores);
        __syncwarp();
        add_values(shared, rows);
    }
    // end of Solution 5
