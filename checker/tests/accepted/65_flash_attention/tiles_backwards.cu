// Accepted: tiles from the last to the first; a block's barrier in place of a warp's; the weights come out of the scores' registers in one go
// Solution 4

// Takes this tile's scores into account: maximum, sum and o of each of the thread's queries, and
// the weights, which go to shared.weights.
__device__ void weigh(Shared& shared, Rows& rows, const float (&scores)[own_queries][own_keys]) {
#pragma unroll
    for (int i = 0; i < own_queries; ++i) {
        float maximum = rows.maximum[i];
#pragma unroll
        for (int j = 0; j < own_keys; ++j) {
            maximum = fmaxf(maximum, scores[i][j]);
        }
        maximum = of_row(maximum, fmaxf);
        const bool none = maximum == -INFINITY;
        const float factor = none ? 1.0f : expf(rows.maximum[i] - maximum);
        rows.maximum[i] = maximum;
        rows.sum[i] *= factor;
#pragma unroll
        for (int d = 0; d < own_values; ++d) {
            rows.o[i][d] *= factor;
        }
#pragma unroll
        for (int j = 0; j < own_keys; ++j) {
            const float weight = none ? 0.0f : expf(scores[i][j] - maximum);
            rows.sum[i] += weight;
            shared.weights[query_of(i)][key_of(j)] = weight;
        }
    }
}

// Adds the tile's values, times the weights, to o: o[i][d] is about value value_of(d).
__device__ void add_values(const Shared& shared, Rows& rows) {
#pragma unroll 2
    for (int key = 0; key < key_tile; key += 4) {
        float v[4][own_values];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
#pragma unroll
            for (int d = 0; d < own_values; d += 4) {
                const float4 read = four(&shared.v[key + j][value_of(d)]);
                v[j][d] = read.x, v[j][d + 1] = read.y, v[j][d + 2] = read.z, v[j][d + 3] = read.w;
            }
        }
#pragma unroll
        for (int i = 0; i < own_queries; ++i) {
            const float4 weight = four(&shared.weights[query_of(i)][key]);
#pragma unroll
            for (int d = 0; d < own_values; ++d) {
                rows.o[i][d] += weight.x * v[0][d];
                rows.o[i][d] += weight.y * v[1][d];
                rows.o[i][d] += weight.z * v[2][d];
                rows.o[i][d] += weight.w * v[3][d];
            }
        }
    }
}
// end of Solution 4
    // Solution 5
    const int seen = keys_seen(min(first_query + query_tile, queries) - 1, queries, keys, causal);
    const int end = min((seen + key_tile - 1) / key_tile, tiles);
    for (int tile = end - 1; tile >= 0; --tile) {
        fill(shared.v, V, tile * key_tile, keys);
        fill(shared.k, K, tile * key_tile, keys);
        __syncthreads();
        float scores[own_queries][own_keys];
        find_scores(shared, first_query, tile * key_tile, queries, keys, causal, scores);
        weigh(shared, rows, scores);
        __syncthreads();
        add_values(shared, rows);
        __syncthreads();
    }
    // end of Solution 5
